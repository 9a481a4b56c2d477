import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../core/words.svelte";
import { isRed, rankOf, suitOf, symbolOf } from "./faces";
import { cardName, shortName } from "./names";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("a code is a rank and a suit", () => {
  expect(["10S", "KH"].map((code) => [rankOf(code), suitOf(code), symbolOf(code)])).toEqual([
    ["10", "S", "♠"],
    ["K", "H", "♥"],
  ]);
});

test("a joker has no suit but a star", () => {
  expect([rankOf("Jk"), suitOf("Jk"), symbolOf("Jk")]).toEqual(["Jk", "", "★"]);
  expect(shortName("Jk")).toBe("★");
});

test("hearts and diamonds are red", () => {
  expect(["2S", "2H", "2D", "2C", "Jk"].filter(isRed)).toEqual(["2H", "2D"]);
});

test("a card has a short name for buttons and a full one for screen readers", async () => {
  expect([shortName("10S"), shortName("QH")]).toEqual(["10♠", "Q♥"]);
  expect(["QH", "10S", "AD"].map(cardName)).toEqual(["queen of hearts", "10 of spades", "ace of diamonds"]);
  await loadLanguage("es");
  expect(cardName("QH")).toBe("reina de corazones");
});
