import { expect, test } from "vitest";
import { resultBars } from "./distribution";
import { visibleLines } from "./lines";

const LOST = ["slain", "lost"];
const COUNTS = [
  { value: "slain", count: 4 },
  { value: "31", count: 1 },
  { value: "38", count: 2 },
  { value: "52", count: 1 },
];

test("lost games come first, then points in tens, empty ranges between them included", () => {
  const bars = resultBars(COUNTS, LOST, null);
  expect(bars.map(({ outcome, from, to, count }) => [outcome ?? `${from}-${to}`, count])).toEqual([
    ["slain", 4],
    ["lost", 0],
    ["30-39", 3],
    ["40-49", 0],
    ["50-59", 1],
  ]);
});

test("the bar of this player's result is marked", () => {
  const marked = (own: Parameters<typeof resultBars>[2]) =>
    resultBars(COUNTS, LOST, own).findIndex((bar) => bar.isYours);
  expect(marked({ outcome: "escaped", points: 38 })).toBe(2);
  expect(marked({ outcome: "slain", points: 0 })).toBe(0);
  expect(marked({ outcome: null, points: 0 })).toBe(-1);
  expect(marked(null)).toBe(-1);
});

test("without an escape there are only the lost games", () => {
  expect(resultBars([{ value: "lost", count: 1 }], LOST, null)).toHaveLength(2);
});

test("a long leaderboard shows the best and this player's line", () => {
  const lines = Array.from({ length: 5 }, (_, index) => ({ rank: index + 1, is_you: index === 4 }));
  expect(visibleLines(lines, 2).map(({ rank }) => rank)).toEqual([1, 2, 5]);
  expect(visibleLines(lines, 9)).toHaveLength(5);
});
