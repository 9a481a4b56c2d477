/** The games of the page. To add a game, add its definition here and its icons to icons.ts. */
import { describeGame, type GameName } from "../core/games";
import { say } from "../core/words.svelte";
import type { GameDefinition, GameScoring } from "./definition";
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

/** A game that people can compete in. */
export type ScoredGame = AnyGame & { scoring: GameScoring };
const isScored = (game: AnyGame): game is ScoredGame => game.scoring !== undefined;

/** The games in which people can compete for points. */
export const scoredGames = allGames.filter(isScored);

/** Return the game of a leaderboard or a competition; throw an error for the player if the page can't show it. */
export function requireScored(name: string): ScoredGame {
  const found = scoredGames.find((game) => game.name === name);
  if (!found) throw new Error(say("page.unknown_game"));
  return found;
}

export const findGame = (name: GameName): AnyGame => GAMES[name];
