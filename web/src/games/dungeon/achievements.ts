/** The icon of each achievement of Dungeon, from game-icons.net (CC BY 3.0). */
export const ACHIEVEMENT_ICONS: Record<string, string> = {
  first_escape: "breaking-chain",
  ten_escapes: "unlocking",
  hat_trick: "top-hat",
  outwitted: "brain",
  crowd: "three-friends",
  last_alive: "coffin",
  in_the_dark: "blindfold",
  all_variants: "rolling-dices",
  bluff: "domino-mask",
  caver: "falling-rocks",
  beast_slayer: "beast-eye",
  lie_detector: "magnifying-glass",
  inspector: "sherlock-holmes",
  false_witness: "pointing",
  caught_out: "spy",
};
