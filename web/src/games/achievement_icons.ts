/** The icon of each achievement, from game-icons.net (CC BY 3.0). */
import * as dungeon from "./dungeon/achievements.ts";
import * as tomb from "./tomb/achievements.ts";

/** Those that aren't about one game. */
const ACROSS: Record<string, string> = {
  daily_first: "calendar",
  daily_week: "calendar-half-year",
  daily_month: "moon",
  daily_alive: "sunbeams",
  series_first: "3d-stairs",
  series_ten: "mountain-climbing",
  contest_first: "podium",
  wager_first: "dice-fire",
  wager_won: "two-coins",
  both_games: "card-joker",
  thousand_games: "laurel-crown",
};
const OTHER = "medal";
const HIDDEN = "uncertainty";

const ICONS: Record<string, string> = { ...ACROSS, ...tomb.ACHIEVEMENT_ICONS, ...dungeon.ACHIEVEMENT_ICONS };

export const ALL_ACHIEVEMENT_ICONS = [...Object.values(ICONS), OTHER, HIDDEN];

/** Return the icon of an achievement; a hidden one has no name. */
export const achievementIcon = (name: string): string => (name ? (ICONS[name] ?? OTHER) : HIDDEN);
