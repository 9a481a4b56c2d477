import { expect, test } from "vitest";
import { countUp, dueSounds, spread, type Timeline } from "./timeline";

const TIMELINE: Timeline = {
  totalMs: 3000,
  sounds: [
    { at: 0, sound: "rumble" },
    { at: 800, sound: "coin" },
    { at: 900, sound: "win" },
  ],
};

test("each sound is due once, the first one with the first frame", () => {
  expect(dueSounds(TIMELINE, -1, 0)).toEqual(["rumble"]);
  expect(dueSounds(TIMELINE, 0, 799)).toEqual([]);
  expect(dueSounds(TIMELINE, 799, 1000)).toEqual(["coin", "win"]);
  expect(dueSounds(TIMELINE, 1000, 3000)).toEqual([]);
});

test("a counter starts at 0, slows down and stays at its total", () => {
  const span = { from: 1000, until: 2000 };
  expect([0, 1000, 1500, 2000, 9000].map((now) => countUp(60, span, now))).toEqual([0, 0, 45, 60, 60]);
});

test("a counter without time shows its total", () => {
  expect(countUp(12, { from: 500, until: 500 }, 501)).toBe(12);
});

test("steps keep their distance if there is time, else they move closer together", () => {
  expect(spread(3, 100, 200, 2000)).toEqual([100, 300, 500]);
  expect(spread(5, 0, 200, 400)).toEqual([0, 100, 200, 300, 400]);
  expect(spread(1, 50, 200, 60)).toEqual([50]);
  expect(spread(0, 50, 200, 60)).toEqual([]);
});
