import { expect, test } from "vitest";
import { footing, ladderOf } from "./ladder";

const steps = (...reached: boolean[]) =>
  ladderOf(reached.map((is_reached, index) => ({ name: `step_${index}`, is_reached, n: 0, goal: 1 })));
const states = (...reached: boolean[]) => steps(...reached).map(({ state }) => state);

test("the first step that isn't reached is next", () => {
  expect(states(true, true, false, false)).toEqual(["reached", "reached", "next", "later"]);
  expect(states(false, false)).toEqual(["next", "later"]);
  expect(states(true, true)).toEqual(["reached", "reached"]);
});

test("steps above the next one can be reached already", () => {
  expect(states(true, false, true, false)).toEqual(["reached", "next", "reached", "later"]);
});

test("the climber stands below the next step", () => {
  expect(footing(steps(false, false))).toBe(-1);
  expect(footing(steps(true, false, true))).toBe(0);
  expect(footing(steps(true, true))).toBe(1);
});
