import { beforeAll, expect, test, vi } from "vitest";
import { loadLanguage, say } from "../../core/words.svelte";
import { sharedDaily } from "../shared_daily";
import { SCORING } from "./scoring";

vi.hoisted(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
});
beforeAll(() => loadLanguage("en"));

const ESCAPED = { outcome: "escaped", kings: 3, points: 47, turns: 13 };
const SLAIN = { outcome: "slain", kings: 0, points: 0, turns: 5 };

test("a score is kings and points", () => {
  expect(SCORING.scoreText(ESCAPED)).toBe("3/47");
});

test("an ending is described with its turn; a win is an escape", () => {
  const out = say("tomb.score.escaped", { n: 13 });
  expect(SCORING.outcomeText(ESCAPED)).toBe(out);
  expect(SCORING.outcomeText({ ...ESCAPED, outcome: "won" })).toBe(out);
  expect(SCORING.outcomeText(SLAIN)).toBe(say("tomb.score.slain", { n: 5 }));
  expect(SCORING.lostOutcomes.map(SCORING.outcomeName)).toEqual([say("tomb.outcome.slain"), say("tomb.outcome.lost")]);
});

test("the symbols show the turns, the ending and the kings, and nothing about the cards", () => {
  expect(SCORING.symbols(ESCAPED)).toBe(`${"▪".repeat(13)}☀ 👑👑👑`);
  expect(SCORING.symbols(SLAIN)).toBe("▪▪▪▪▪💀");
});

test("a daily is shared with its day, its result and its link", () => {
  const outcome = say("tomb.score.escaped", { n: 13 });
  const line = say("daily.share_text", { day: "2026-11-17", score: "3/47", outcome });
  expect(sharedDaily("2026-11-17", ESCAPED, SCORING, "https://example.org")).toEqual({
    text: `${line}\n${SCORING.symbols(ESCAPED)}`,
    url: "https://example.org/#/daily/2026-11-17",
  });
});
