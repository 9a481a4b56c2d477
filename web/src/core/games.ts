/** The games that the server offers, as it describes them: their cards, options and numbers. */
import descriptions from "./games.json";
import type { CardShown, GameShown, NewTable } from "./protocol";

export type GameName = NewTable["game"];

const GAMES: Record<GameName, GameShown> = descriptions;

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
