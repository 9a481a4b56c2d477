import { beforeAll, expect, test, vi } from "vitest";
import type { TombResult } from "../../core/protocol";
import { loadLanguage, say } from "../../core/words.svelte";
import { viewOf } from "./recorded_views";
import { sharedResult } from "./share";

vi.hoisted(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
});

const ORIGIN = "https://example.org";
const WON: TombResult = { ending: "escaped", kings: 4, points: 68, gold: 4068, won: true };

beforeAll(() => loadLanguage("en"));

test("the score, the depth and what is left are shared", () => {
  const { text, url } = sharedResult(WON, viewOf("escaped"), "", ORIGIN);
  expect(text?.split("\n")).toEqual([
    "Tomb of Four Kings 4/68 ⚔ Four kings, and alive",
    "⬇ 2 deep · 🔥 3/4 left · ♥ 9/9",
  ]);
  expect(url).toBe("https://example.org/#/tomb");
});

test("a deal without a code is shared with the link that it has", () => {
  expect(sharedResult(WON, viewOf("escaped"), "", ORIGIN, "https://example.org/#/chronicle/k").url).toBe(
    "https://example.org/#/chronicle/k",
  );
});

test("a deal with a code is shared as a challenge to beat the score", () => {
  const { text, url } = sharedResult({ ...WON, won: false }, viewOf("escaped"), "7KQ2P-9MXA3", ORIGIN);
  expect(text).toContain("Out of the tomb");
  expect(text?.split("\n").at(-1)).toBe(say("tomb.end.beat", { score: "4/68" }));
  expect(url).toBe("https://example.org/#/deal/7KQ2P-9MXA3");
});

test("a dead adventurer shares a death", () => {
  const slain: TombResult = { ...WON, ending: "slain", won: false, kings: 0, points: 0 };
  expect(sharedResult(slain, viewOf("slain"), "", ORIGIN).text).toContain("0/0 ⚔ Slain");
  const { text } = sharedResult(slain, viewOf("slain"), "7KQ2P-9MXA3", ORIGIN);
  expect(text?.split("\n").at(-1)).toBe(say("tomb.end.beat_lost"));
});
