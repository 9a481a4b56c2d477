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
