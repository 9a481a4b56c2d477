/** Names of cards: as playing cards, and as things in a game. */
import { capitalize, has, say, section } from "../core/words.svelte";
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

/** The kind of the card in a game: monster, skill, passage ... */
export function kindName(code: string, game: GameName): string {
  return say(`kind.${faceOf(code, game).kind}`);
}

/** The title of the card in a game: Giant rat, Dodge Blow, The Wight. */
export function titleOf(code: string, game: GameName): string {
  const { rank, kind } = faceOf(code, game);
  if (game === "dungeon")
    return kind === "creature" ? capitalize(say(`dungeon.creature.${RANKS[rank]}`)) : say(`kind.${kind}`);
  const thing = section<string[]>("tomb.thing")[code]?.[0];
  if (thing) return capitalize(thing.replace(/^(an?|una?|un|the|el|la) /i, ""));
  return has(`tomb.skill.${code}`) ? say(`tomb.skill.${code}`) : say(`kind.${kind}`);
}

/** `10♠` */
export function shortName(code: string): string {
  const { rank, symbol } = faceOf(code, "tomb");
  return rank === "Jk" ? symbol : `${rank}${symbol}`;
}
