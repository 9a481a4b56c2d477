import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage } from "../../core/words.svelte";
import { faceOf } from "./faces";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("a creature has a name of its own, every other card that of its kind", () => {
  expect(faceOf("KS")).toMatchObject({ kind: "creature", title: "The Wight", rank: "K", suit: "S", symbol: "♠" });
  expect(faceOf("10H")).toMatchObject({ kind: "passage", title: "Passage" });
  expect(faceOf("Jk")).toMatchObject({ kind: "joker", suit: "", symbol: "★" });
});
