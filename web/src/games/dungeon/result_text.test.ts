import { beforeAll, expect, test, vi } from "vitest";
import type { DungeonResult } from "../../core/protocol";
import { loadLanguage, say } from "../../core/words.svelte";
import { headlineOf, shareTextOf } from "./result_text";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

const NAMES = ["Ada", "Luis"];
const ESCAPED: DungeonResult = { ending: "escaped", winner: 1, alive: [0, 1], turns: 29 };

test("the headline is about the player who reads it", () => {
  expect(headlineOf(ESCAPED, 1, NAMES)).toBe(say("dungeon.end.won"));
  expect(headlineOf(ESCAPED, 0, NAMES)).toBe("Luis has escaped and wins.");
  expect(headlineOf(ESCAPED, null, NAMES)).toBe("Luis has escaped and wins.");
  expect(headlineOf({ ...ESCAPED, ending: "alone" }, 1, NAMES)).toBe(say("dungeon.end.won_alone"));
  expect(headlineOf({ ...ESCAPED, ending: "alone" }, 0, NAMES)).toBe("Luis is the last one alive and wins.");
  expect(headlineOf(null, 0, NAMES)).toBe(say("dungeon.end.closed"));
});

test("a stalemate names those who share it", () => {
  expect(headlineOf({ ...ESCAPED, ending: "stalemate", winner: null }, 0, NAMES)).toContain("Ada, Luis");
});

test("what is shared fits the outcome", () => {
  expect(shareTextOf(ESCAPED, 1, NAMES)).toBe("I got out of the Dungeon in 29 turns, ahead of Ada.");
  expect(shareTextOf(ESCAPED, 0, NAMES)).toContain("Luis got out of the Dungeon in 29 turns.");
  expect(shareTextOf(ESCAPED, null, NAMES)).toBe("Luis got out of the Dungeon in 29 turns.");
  expect(shareTextOf({ ...ESCAPED, winner: null }, 0, NAMES)).toBe(say("dungeon.end.share_draw"));
});
