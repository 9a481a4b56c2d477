/** The icon of each rank, from game-icons.net (CC BY 3.0): suits never matter in Dungeon. */
import { rankOf } from "../../cards/faces.ts";

export const CARD_ICONS: Record<string, string> = {
  A: "card-draw",
  "2": "sunrise",
  "3": "cave-entrance",
  "4": "hole-ladder",
  "5": "candle-holder",
  "6": "underground-cave",
  "7": "mine-wagon",
  "8": "miner",
  "9": "war-pick",
  "10": "spoon",
  J: "robber",
  Q: "spartan-helmet",
  K: "spectre",
  Jk: "jester-hat",
};

/** The icons of the table. */
export const TABLE_ICONS = ["check-mark", "window-bars", "crossed-swords", "falling-rocks", "fishing-hook", "gavel"];

/** The cards fanned out beside the game on the home screen, from left to right. */
export const FAN = ["10C", "9H", "KS", "QD", "2H"];

export const iconOf = (code: string): string => CARD_ICONS[rankOf(code)] ?? "jester-hat";

/** The cards that picture each preset of a new game; null for one face down. */
export const PRESET_CARDS: Record<string, (string | null)[]> = {
  duel: ["7D", "2D"],
  classic: ["10C", "KS", "2H"],
  dark: [null, null, "Jk"],
};
