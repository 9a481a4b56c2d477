/** The icon of each challenge of Dungeon, from game-icons.net (CC BY 3.0). */
export const CHALLENGE_ICONS: Record<string, string> = {
  win: "breaking-chain",
  win_careful: "brain",
  win_four: "three-friends",
  win_pitch_black: "blindfold",
  win_three_in_a_row: "top-hat",
};

export const challengeIcon = (challenge: string): string => CHALLENGE_ICONS[challenge] ?? "medal";
