import { expect, test } from "vitest";
import { PACE_S, PACES, paceOf } from "./pace";

test("each pace is found by its seconds, and any other number by the nearest", () => {
  expect(PACES.map((pace) => paceOf(PACE_S[pace]))).toEqual([...PACES]);
  expect([0, 0.3, 1, 5].map(paceOf)).toEqual(["instant", "fast", "normal", "slow"]);
});

test("every pace is faster than the one before, and none is zero", () => {
  const seconds = PACES.map((pace) => PACE_S[pace]);
  expect(seconds).toEqual([...seconds].sort((one, other) => other - one));
  expect(Math.min(...seconds)).toBeGreaterThan(0);
});
