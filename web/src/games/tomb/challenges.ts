/** The icon of each challenge of Tomb, from game-icons.net (CC BY 3.0). */
export const CHALLENGE_ICONS: Record<string, string> = {
  survive: "sunrise",
  points: "swap-bag",
  kings: "imperial-crown",
  series: "3d-stairs",
};

/** The icon of a challenge such as `survive` or `kings_3`. */
export const challengeIcon = (challenge: string): string => CHALLENGE_ICONS[challenge.replace(/_\d+$/, "")] ?? "medal";
