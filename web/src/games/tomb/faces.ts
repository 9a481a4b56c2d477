/** How Tomb draws each card. */
import { type Face, rankOf, suitOf, symbolOf } from "../../cards/faces";
import { capitalize, has, say, section } from "../../core/words.svelte";
import { iconOf } from "./icons";

const KINDS: Record<string, string> = { S: "monster", D: "trap", C: "door", H: "health" };
const RANK_KINDS: Record<string, string> = { J: "skill", Q: "favor", K: "hoard", A: "torch", Jk: "scroll" };

export const kindOf = (code: string): string => RANK_KINDS[rankOf(code)] ?? KINDS[suitOf(code)] ?? "health";
export const kindName = (code: string): string => say(`kind.${kindOf(code)}`);

/** The name of the card in the game: Giant rat, Dodge Blow. */
export function titleOf(code: string): string {
  const thing = section<string[]>("tomb.thing")[code]?.[0];
  if (thing) return capitalize(thing.replace(/^(an?|una?|un|the|el|la) /i, ""));
  return has(`tomb.skill.${code}`) ? say(`tomb.skill.${code}`) : kindName(code);
}

export function faceOf(code: string): Face {
  return {
    code,
    rank: rankOf(code),
    suit: suitOf(code),
    symbol: symbolOf(code),
    icon: iconOf(code),
    kind: kindOf(code),
    kindName: kindName(code),
    title: titleOf(code),
  };
}
