/** The order of cards that the shuffles start from (docs/reference/notation.md, "The shuffle"). */
import { isJoker } from "../../cards/faces";
import type { GameOptions } from "../../core/format";
import { describeGame } from "../../core/games";

export function deckOf({ players, decks, jokers_wild, almost_black, pitch_black }: GameOptions): string[] {
  const codes = Object.keys(describeGame("dungeon").cards);
  const joker = codes.filter(isJoker);
  const jokers = jokers_wild || almost_black || pitch_black ? [...joker, ...joker] : [];
  const pack = [...codes.filter((code) => !isJoker(code)), ...jokers];
  return Array.from({ length: Number(decks) || (players === 2 ? 1 : 2) }, () => pack).flat();
}
