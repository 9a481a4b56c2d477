/** The icon and the kind of each card in each game. Icons are from game-icons.net (CC BY 3.0). */

export type GameName = "tomb" | "dungeon";
export type Kind =
  | "monster"
  | "trap"
  | "door"
  | "skill"
  | "favor"
  | "hoard"
  | "torch"
  | "scroll"
  | "health"
  | "passage"
  | "creature"
  | "ace"
  | "joker"
  | "cell";

const TOMB: Record<string, string> = {
  "2S": "rat",
  "3S": "hanging-spider",
  "4S": "goblin-head",
  "5S": "skeleton",
  "6S": "bone-gnawer",
  "7S": "troll",
  "8S": "mummy-head",
  "9S": "horned-reptile",
  "10S": "spiked-dragon-head",
  "2D": "sewing-needle",
  "3D": "rope-coil",
  "4D": "dart",
  "5D": "wolf-trap",
  "6D": "crescent-blade",
  "7D": "poison-bottle",
  "8D": "spiky-pit",
  "9D": "weight-crush",
  "10D": "fire-shrine",
  "2C": "wooden-door",
  "3C": "hobbit-door",
  "4C": "locked-door",
  "5C": "closed-doors",
  "6C": "dungeon-gate",
  "7C": "steel-door",
  "8C": "temple-gate",
  "9C": "stone-block",
  "10C": "magic-gate",
  JS: "enrage",
  JD: "clockwork",
  JC: "lockpicks",
  JH: "dodge",
  QS: "angel-outfit",
  QH: "heart-wings",
  QD: "sun-priest",
  QC: "angel-wings",
  KS: "crowned-skull",
  KH: "jewel-crown",
  KD: "crown-coin",
  KC: "imperial-crown",
  AS: "torch",
  AH: "primitive-torch",
  AD: "torch",
  AC: "primitive-torch",
  Jk: "scroll-unfurled",
};

/** One icon per rank: suits never matter in Dungeon. */
const DUNGEON: Record<string, string> = {
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

const TOMB_KINDS: Record<string, Kind> = { S: "monster", D: "trap", C: "door", H: "health" };
const TOMB_RANKS: Record<string, Kind> = { J: "skill", Q: "favor", K: "hoard", A: "torch", Jk: "scroll" };
const DUNGEON_RANKS: Record<string, Kind> = { A: "ace", J: "creature", Q: "creature", K: "creature", Jk: "joker" };

/** Icons that no card shows. */
const PAGE_ICONS = [
  "hearts",
  "broken-heart",
  "cog",
  "trophy",
  "tombstone",
  "footprint",
  "coins",
  "exit-door",
  "sound-on",
  "sound-off",
  "conversation",
  "hourglass",
  "open-book",
  "cycle",
  "anticlockwise-rotation",
  "crossed-swords",
  "scales",
  "skull-crossed-bones",
  "falling-rocks",
  "fishing-hook",
  "eyeball",
  "padlock",
  "prisoner",
  "window-bars",
  "gears",
  "save",
  "share",
  "three-friends",
  "house",
  "card-discard",
  "magnifying-glass",
  "gavel",
  "notebook",
  "candle-light",
] as const;

/** Icons that only the Tomb table needs. */
const TOMB_TABLE_ICONS = ["3d-stairs", "lob-arrow", "sun", "run", "crown", "card-pickup", "check-mark", "stairs-goal"];

/** The cards fanned out beside each game on the home screen, from left to right. */
export const FANS = { tomb: ["AS", "10S", "KH", "9D", "7C"], dungeon: ["10C", "9H", "KS", "QD", "2H"] };

/** The icons in bundles, each loaded only where it is needed. */
export const ICONS = {
  page: [...PAGE_ICONS],
  home: [...FANS.tomb.map((code) => TOMB[code] ?? ""), ...FANS.dungeon.map((code) => DUNGEON[code.slice(0, -1)] ?? "")],
  tomb: [...Object.values(TOMB), ...TOMB_TABLE_ICONS],
  dungeon: [...Object.values(DUNGEON), "check-mark"],
};

export interface Face {
  code: string;
  rank: string;
  /** S, H, D, C, or "" for a joker. */
  suit: string;
  symbol: string;
  icon: string;
  kind: Kind;
}

const SYMBOLS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Return how a game draws a card, given its code: `10S`, `Jk`. */
export function faceOf(code: string, game: GameName): Face {
  const joker = code === "Jk";
  const rank = joker ? "Jk" : code.slice(0, -1);
  const suit = joker ? "" : code.slice(-1);
  const symbol = SYMBOLS[suit] ?? "★";
  if (game === "dungeon")
    return { code, rank, suit, symbol, icon: DUNGEON[rank] ?? "jester-hat", kind: DUNGEON_RANKS[rank] ?? "passage" };
  return {
    code,
    rank,
    suit,
    symbol,
    icon: TOMB[code] ?? "hearts",
    kind: TOMB_RANKS[rank] ?? TOMB_KINDS[suit] ?? "health",
  };
}
