/** The icon of each card, from game-icons.net (CC BY 3.0). */
export const CARD_ICONS: Record<string, string> = {
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

/** The icons of the table and of the moves. */
export const TABLE_ICONS = [
  "3d-stairs",
  "lob-arrow",
  "sun",
  "run",
  "crown",
  "card-pickup",
  "check-mark",
  "stairs-goal",
];

/** The cards fanned out beside the game on the home screen, from left to right. */
export const FAN = ["AS", "10S", "KH", "9D", "7C"];

/** The cards in the picture of the spread in the rules: torches, the open turn, hit points and the hand. */
export const PICTURE = ["AS", "AD", "4S", "2C", "10H", "JC", "KH", "7D"];

export const iconOf = (code: string): string => CARD_ICONS[code] ?? "hearts";
