/** The games of the page. To add a game, add its definition here and its icons to icons.ts. */
import type { GameName } from "../core/games";
import type { GameDefinition } from "./definition";
import { DUNGEON } from "./dungeon/definition";
import type { GameView } from "./props";
import { TOMB } from "./tomb/definition";

/** A game that is found by its name: the server sends views and results that fit it. */
export type AnyGame = GameDefinition<GameView, object>;

const GAMES: Record<GameName, unknown> = { tomb: TOMB, dungeon: DUNGEON };

export const allGames = Object.values(GAMES) as AnyGame[];

/** The game that is shown where none is chosen. */
export const firstGame = TOMB as unknown as AnyGame;

/** The games in which people invite each other. */
export const gamesForFriends = allGames.filter(({ isSolitaire }) => !isSolitaire);

export function isGame(name: string): name is GameName {
  return Object.hasOwn(GAMES, name);
}

export function findGame(name: GameName): AnyGame {
  return GAMES[name] as AnyGame;
}
