/** The icons of each game in bundles, each loaded only where it is needed. */
import { FIRST_ICONS, SCREEN_ICONS } from "../core/page_icons.ts";
import { ALL_ACHIEVEMENT_ICONS } from "./achievement_icons.ts";
import { CHALLENGE_ICONS as DUNGEON_CHALLENGES } from "./dungeon/challenges.ts";
import * as dungeon from "./dungeon/icons.ts";
import { CHALLENGE_ICONS as TOMB_CHALLENGES } from "./tomb/challenges.ts";
import * as tomb from "./tomb/icons.ts";

const GAMES = { tomb, dungeon };

const bundleOf = ({ CARD_ICONS, TABLE_ICONS }: (typeof GAMES)[keyof typeof GAMES]) => [
  ...Object.values(CARD_ICONS),
  ...TABLE_ICONS,
];

export const ICONS = {
  first: [...FIRST_ICONS, ...Object.values(GAMES).flatMap(({ FAN, iconOf }) => FAN.map(iconOf))],
  screens: SCREEN_ICONS,
  achievements: ALL_ACHIEVEMENT_ICONS,
  challenges: [...Object.values(TOMB_CHALLENGES), ...Object.values(DUNGEON_CHALLENGES), "torch"],
  tomb: bundleOf(tomb),
  "tomb-picture": tomb.PICTURE.map(tomb.iconOf),
  dungeon: bundleOf(dungeon),
};
