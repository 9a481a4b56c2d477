/** The achievements in the order in which the screen shows them. */
import type { AchievementShown } from "../../core/protocol";

/** Unlocked ones, the latest first; then those with the most progress; hidden ones at the end. */
export function sortAchievements(all: readonly AchievementShown[]): {
  unlocked: AchievementShown[];
  locked: AchievementShown[];
} {
  const unlocked = all.filter(({ at }) => at !== null).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const locked = all.filter(({ at }) => at === null);
  const isMystery = ({ name }: AchievementShown) => Number(name === "");
  locked.sort((a, b) => isMystery(a) - isMystery(b) || progress(b) - progress(a));
  return { unlocked, locked };
}

/** Return the progress toward the goal as a share. */
export const progress = ({ n, goal }: AchievementShown): number => (goal > 0 ? Math.min(1, n / goal) : 0);
