/** The names of playing cards. */
import { entry, say } from "../core/words.svelte";
import { isJoker, rankOf, suitOf, symbolOf } from "./faces";

const RANKS: Record<string, string> = { A: "1", J: "11", Q: "12", K: "13", Jk: "14" };
const SUITS: Record<string, string> = { S: "0", H: "1", D: "2", C: "3" };

/** The number of a rank in the catalogues: `K` is 13. */
export const numberOf = (rank: string): number => Number(RANKS[rank] ?? rank);

/** `queen of hearts` */
export function cardName(code: string): string {
  if (isJoker(code)) return say("common.card.joker");
  return say("common.card.name", {
    rank: entry("common.rank", numberOf(rankOf(code))),
    suit: entry("common.suit", SUITS[suitOf(code)] ?? ""),
  });
}

/** `10♠` */
export function shortName(code: string): string {
  return isJoker(code) ? symbolOf(code) : `${rankOf(code)}${symbolOf(code)}`;
}
