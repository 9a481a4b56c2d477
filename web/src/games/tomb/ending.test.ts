import { beforeAll, expect, test, vi } from "vitest";
import { MAX_TOTAL_MS, MIN_TOTAL_MS, type Timeline } from "../../core/end/timeline";
import { loadLanguage } from "../../core/words.svelte";
import { escapeTimeline, haulOf, lostTimeline, outcomeOf, slainTimeline } from "./ending";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

const KINGS = ["KS", "KH", "KD", "KC"];
const TREASURE = ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D"];

test("an escape without points is a quiet one, whatever is in the hand", () => {
  expect(outcomeOf({ won: true, ending: "escaped", points: 68 })).toBe("won");
  expect(outcomeOf({ won: false, ending: "escaped", points: 12 })).toBe("escaped");
  expect(outcomeOf({ won: false, ending: "escaped", points: 0 })).toBe("empty");
  expect(outcomeOf({ won: false, ending: "slain", points: 0 })).toBe("slain");
  expect(outcomeOf({ won: false, ending: "lost", points: 0 })).toBe("lost");
});

test("kings and disarmed traps are carried out; skills aren't shown", () => {
  expect(haulOf(["JD", "KC", "5D", "QH", "Jk"])).toEqual({ kings: ["KC"], treasure: ["5D"] });
});

const TIMELINES: Record<string, Timeline> = {
  "four kings": escapeTimeline({ kings: KINGS, treasure: TREASURE }, "won"),
  "one card": escapeTimeline({ kings: [], treasure: ["2D"] }, "escaped"),
  nothing: escapeTimeline({ kings: [], treasure: [] }, "empty"),
  slain: slainTimeline(),
  "one torch": lostTimeline(1),
  "four torches": lostTimeline(4),
  "nine torches": lostTimeline(9),
};

test.each(Object.entries(TIMELINES))("%s: the scene takes 2.5 to 4 seconds, with sounds in order", (_, timeline) => {
  expect(timeline.totalMs).toBeGreaterThanOrEqual(MIN_TOTAL_MS);
  expect(timeline.totalMs).toBeLessThanOrEqual(MAX_TOTAL_MS);
  const times = timeline.sounds.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(0);
  expect(Math.max(...times)).toBeLessThan(timeline.totalMs);
});

test("the kings come one by one before the treasure, and the points are counted by the end", () => {
  const timeline = escapeTimeline({ kings: KINGS, treasure: TREASURE }, "won");
  const all = [...timeline.kings, ...timeline.treasure];
  expect(all).toEqual(all.toSorted((one, other) => one - other));
  expect(new Set(all).size).toBe(KINGS.length + TREASURE.length);
  expect(timeline.count.until).toBeLessThan(timeline.totalMs);
  expect(timeline.count.from).toBe(timeline.kings[0]);
});

test("the torches go out one after the other, before the eyes open", () => {
  const { torches, eyes, title, totalMs } = lostTimeline(4);
  expect(torches).toEqual([...new Set(torches)].toSorted((one, other) => one - other));
  expect(torches).toHaveLength(4);
  expect(eyes).toBeGreaterThan(torches[3] ?? 0);
  expect(title).toBeLessThan(totalMs);
});
