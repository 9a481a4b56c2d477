/** What a card is called, and what it means in a game, in words. */
import { capital, has, say, shelf } from "../core/words.svelte";
import { faceOf, type GameName } from "./faces";

const RANKS: Record<string, string> = { A: "1", J: "11", Q: "12", K: "13" };
const SUITS: Record<string, string> = { S: "0", H: "1", D: "2", C: "3" };

/** `queen of hearts` */
export function cardName(code: string): string {
  const { rank, suit } = faceOf(code, "tomb");
  if (rank === "Jk") return say("common.card.joker");
  return say("common.card.name", {
    rank: say(`common.rank.${RANKS[rank] ?? rank}`),
    suit: say(`common.suit.${SUITS[suit]}`),
  });
}

/** What kind of thing it is here: monster, skill, passage ... */
export function kindName(code: string, game: GameName): string {
  return say(`kind.${faceOf(code, game).kind}`);
}

/** Its own title here: a giant rat, Dodge Blow, the Wight. */
export function titleOf(code: string, game: GameName): string {
  const { rank, kind } = faceOf(code, game);
  if (game === "dungeon")
    return kind === "creature" ? capital(say(`dungeon.creature.${RANKS[rank]}`)) : say(`kind.${kind}`);
  const thing = shelf<string[]>("tomb.thing")[code]?.[0];
  if (thing) return capital(thing.replace(/^(an?|una?|un|the|el|la) /i, ""));
  return has(`tomb.skill.${code}`) ? say(`tomb.skill.${code}`) : say(`kind.${kind}`);
}

/** `10♠` */
export function short(code: string): string {
  const { rank, symbol } = faceOf(code, "tomb");
  return rank === "Jk" ? symbol : `${rank}${symbol}`;
}
