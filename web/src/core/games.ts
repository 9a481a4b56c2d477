/** The games that the server offers, as it describes them: their cards, options and numbers. */
import descriptions from "./games.json";
import type { CardShown, GameShown, NewTable } from "./protocol";
import { say } from "./words.svelte";

export type GameName = NewTable["game"];

const GAMES: Record<GameName, GameShown> = descriptions;

/** Return whether this page can show a game; a server may offer others too. */
export const isGame = (name: string | undefined): name is GameName => name !== undefined && Object.hasOwn(GAMES, name);

/** Return the name of a game that this page can show; throw an error for the player if it is another one. */
export function requireGame(name: string | undefined): GameName {
  if (isGame(name)) return name;
  throw new Error(say("page.unknown_game"));
}

export const describeGame = (game: GameName): GameShown => GAMES[game];

/** Return what a card is in a game. */
export function cardIn(game: GameName, code: string): CardShown {
  const card = GAMES[game].cards[code];
  if (!card) throw new Error(`There is no card ${code} in ${game}.`);
  return card;
}

/** Return the cards of a game in the order of the server, without those of one kind. */
export function codesWithout(game: GameName, kind: string): string[] {
  return Object.entries(GAMES[game].cards).flatMap(([code, card]) => (card.kind === kind ? [] : code));
}
