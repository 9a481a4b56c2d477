/** The order of cards that the shuffles start from (docs/reference/notation.md, "The shuffle"). */
import { describeGame } from "../../core/games";

/** The cards of this kind lie beside the deck. */
export const BESIDE_THE_DECK = "health";

export function deckOf(): string[] {
  const { cards } = describeGame("tomb");
  return Object.keys(cards).filter((code) => cards[code]?.kind !== BESIDE_THE_DECK);
}
