/** The games of the page. To add a game, add its definition here and its icons to icons.ts. */
import { describeGame, type GameName } from "../core/games";
import type { GameDefinition } from "./definition";
import { DUNGEON } from "./dungeon/definition";
import type { GameView } from "./props";
import { TOMB } from "./tomb/definition";

/** A game that is found by its name. */
export type AnyGame = GameDefinition<GameView, object>;

const DEFINITIONS: Record<GameName, unknown> = { tomb: TOMB, dungeon: DUNGEON };
/**
 * The only cast of the page's types of games: code that finds a game by the server's name for it passes it views and
 * results of that game.
 */
const GAMES = DEFINITIONS as Record<GameName, AnyGame>;

export const allGames = Object.values(GAMES);

/** The game that is shown where none is chosen. */
export const firstGame = GAMES.tomb;

/** The games in which people invite each other. */
export const gamesForFriends = allGames.filter(({ name }) => !describeGame(name).is_solitaire);

export const findGame = (name: GameName): AnyGame => GAMES[name];
