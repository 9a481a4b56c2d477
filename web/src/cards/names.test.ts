import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../core/words.svelte";
import { isJoker, isRed, rankOf, suitOf, symbolOf } from "./faces";
import { cardName, numberOf, shortName } from "./names";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("a code has a rank, a suit and a symbol; a joker has no suit", () => {
  expect(["10S", "QH", "Jk"].map((code) => [rankOf(code), suitOf(code), symbolOf(code)])).toEqual([
    ["10", "S", "♠"],
    ["Q", "H", "♥"],
    ["Jk", "", "★"],
  ]);
});

test("hearts and diamonds are red, and only the joker is a joker", () => {
  const codes = ["2S", "2H", "2D", "2C", "Jk", "JS"];
  expect(codes.filter(isRed)).toEqual(["2H", "2D"]);
  expect(codes.filter(isJoker)).toEqual(["Jk"]);
});

test("ranks have numbers", () => {
  expect(["A", "2", "10", "J", "Q", "K", "Jk"].map(numberOf)).toEqual([1, 2, 10, 11, 12, 13, 14]);
});

test("cards have a full name and a short one", () => {
  expect(["QH", "10S", "AC", "Jk"].map(cardName)).toEqual(["queen of hearts", "10 of spades", "ace of clubs", "joker"]);
  expect(["QH", "10S", "Jk"].map(shortName)).toEqual(["Q♥", "10♠", "★"]);
});
