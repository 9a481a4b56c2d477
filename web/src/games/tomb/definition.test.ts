import { beforeAll, expect, test, vi } from "vitest";
import type { TombResult } from "../../core/protocol";
import { loadLanguage } from "../../core/words.svelte";
import { TOMB } from "./definition";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

const RESULT: TombResult = { ending: "escaped", kings: 4, points: 68, gold: 6800, won: true };

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("§10 whoever escapes with all kings has won", () => {
  expect(TOMB.isWon(RESULT, 0)).toBe(true);
  expect(TOMB.isWon({ ...RESULT, kings: 3, won: false }, 0)).toBe(false);
  expect(TOMB.resultText(RESULT, 0, [])).toBe("Won: all four kings, 68 points, 6,800 gold");
});

test("§10.3 a dead adventurer has no score", () => {
  const texts = (["slain", "lost"] as const).map((ending) =>
    TOMB.resultText({ ...RESULT, ending, won: false, kings: 0, points: 0, gold: 0 }, 0, []),
  );
  expect(texts.join()).not.toMatch(/\d/);
  expect(new Set(texts).size).toBe(2);
});

test("the lesson ends with its score and leads to the same deal or a new one", () => {
  expect(TOMB.lesson.doneText(RESULT)).toContain("4/68");
  expect(TOMB.lesson.next.map(({ request }) => request.deal)).toEqual(["walkthrough", undefined]);
});
