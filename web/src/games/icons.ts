/** The icons of each game in bundles, each loaded only where it is needed. */
import { PAGE_ICONS } from "../core/page_icons.ts";
import * as dungeon from "./dungeon/icons.ts";
import * as tomb from "./tomb/icons.ts";

const GAMES = { tomb, dungeon };

const bundleOf = ({ CARD_ICONS, TABLE_ICONS }: (typeof GAMES)[keyof typeof GAMES]) => [
  ...Object.values(CARD_ICONS),
  ...TABLE_ICONS,
];

export const ICONS = {
  page: [...PAGE_ICONS],
  home: Object.values(GAMES).flatMap(({ FAN, iconOf }) => FAN.map(iconOf)),
  tomb: bundleOf(tomb),
  dungeon: bundleOf(dungeon),
};
