import { expect, test } from "vitest";
import type { AchievementShown } from "../../core/protocol";
import { progress, sortAchievements } from "./tiles";

const achievement = (name: string, fields: Partial<AchievementShown> = {}): AchievementShown => ({
  name,
  game: "tomb",
  is_hidden: false,
  at: null,
  table: null,
  n: 0,
  goal: 1,
  ...fields,
});
const names = (achievements: AchievementShown[]) => achievements.map(({ name }) => name);

test("unlocked achievements are apart, the latest first", () => {
  const { unlocked, locked } = sortAchievements([
    achievement("old", { at: 1 }),
    achievement("none"),
    achievement("new", { at: 2 }),
  ]);
  expect([names(unlocked), names(locked)]).toEqual([["new", "old"], ["none"]]);
});

test("of the others those nearest to their goal come first, and mysteries last", () => {
  const { locked } = sortAchievements([
    achievement("", { is_hidden: true }),
    achievement("far", { n: 1, goal: 10 }),
    achievement("near", { n: 2, goal: 3 }),
    achievement("fresh"),
    achievement("untouched"),
  ]);
  expect(names(locked)).toEqual(["near", "far", "fresh", "untouched", ""]);
});

test.each([
  [0, 10, 0],
  [5, 10, 0.5],
  [12, 10, 1],
  [0, 0, 0],
])("progress %i of %i is a share", (n, goal, share) => {
  expect(progress(achievement("a", { n, goal }))).toBe(share);
});
