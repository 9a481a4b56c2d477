/** The icons that no card shows, from game-icons.net (CC BY 3.0). */

/** Those of the header and of the home screen. */
export const FIRST_ICONS = [
  "candle-light",
  "open-book",
  "notebook",
  "cog",
  "three-friends",
  "exit-door",
  "tombstone",
  "prisoner",
];

/** Those of the other screens. */
export const SCREEN_ICONS = [
  "hearts",
  "broken-heart",
  "trophy",
  "footprint",
  "coins",
  "sound-on",
  "sound-off",
  "conversation",
  "hourglass",
  "cycle",
  "anticlockwise-rotation",
  "crossed-swords",
  "scales",
  "skull-crossed-bones",
  "falling-rocks",
  "fishing-hook",
  "eyeball",
  "padlock",
  "window-bars",
  "gears",
  "save",
  "share",
  "house",
  "card-discard",
  "magnifying-glass",
  "gavel",
];
