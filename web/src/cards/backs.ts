/** The backs of cards. Each but the first is unlocked by an achievement; palette.css has their colours. */

export interface Back {
  name: string;
  icon: string;
  /** The achievement that unlocks it; null for the one that everybody has. */
  achievement: string | null;
}

export const BACKS: readonly Back[] = [
  { name: "candle", icon: "candle-light", achievement: null },
  { name: "dawn", icon: "sunrise", achievement: "daylight" },
  { name: "crown", icon: "imperial-crown", achievement: "four_kings" },
  { name: "chain", icon: "breaking-chain", achievement: "first_escape" },
  { name: "stone", icon: "falling-rocks", achievement: "caver" },
  { name: "mask", icon: "domino-mask", achievement: "crowd" },
];

/** Return the icon of a back; that of the first one for a name that isn't known. */
export const backIcon = (name: string): string => (BACKS.find((back) => back.name === name) ?? BACKS[0])?.icon ?? "";

/** Return whether a back can be chosen by a player with these achievements. */
export function isUnlocked(
  { achievement }: Back,
  achievements: readonly { name: string; at: number | null }[],
): boolean {
  return achievement === null || achievements.some(({ name, at }) => name === achievement && at !== null);
}
