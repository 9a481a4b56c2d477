import { beforeAll, expect, test, vi } from "vitest";
import type { DungeonResult } from "../../core/protocol";
import { loadLanguage } from "../../core/words.svelte";
import { DUNGEON } from "./definition";

const NAMES = ["Ana", "Luis"];
const ESCAPE: DungeonResult = { ending: "escaped", winner: 1, alive: [0, 1], turns: 12 };

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("only the winner has won", () => {
  expect([0, 1, null].map((seat) => DUNGEON.isWon(ESCAPE, seat))).toEqual([false, true, false]);
});

test("the result names the winner, unless the player is", () => {
  expect(DUNGEON.resultText(ESCAPE, 0, NAMES)).toContain("Luis");
  expect(DUNGEON.resultText(ESCAPE, 1, NAMES)).not.toContain("Luis");
  const draw = DUNGEON.resultText({ ...ESCAPE, ending: "stalemate", winner: null }, 0, NAMES);
  expect(draw).not.toMatch(/Ana|Luis|result\./);
});
