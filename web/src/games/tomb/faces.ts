/** How Tomb draws each card. */
import { type Face, rankOf, suitOf, symbolOf } from "../../cards/faces";
import { cardIn } from "../../core/games";
import { capitalize, entry, listOf } from "../../core/words.svelte";
import { iconOf } from "./icons";

export const kindOf = (code: string): string => cardIn("tomb", code).kind;
export const kindName = (code: string): string => entry("kind", kindOf(code));

/** The name of the card in the game: Giant rat, Dodge Blow. */
export function titleOf(code: string): string {
  const [thing] = listOf("tomb.thing", code);
  if (thing) return capitalize(thing.replace(/^(an?|una?|un|the|el|la) /i, ""));
  return entry("tomb.skill", code) || kindName(code);
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

/** The cards beside each text of the two-minute start; `>` is an arrow. */
export const QUICK_START_CARDS = [
  ["7S", "5D", "6C"],
  ["6S", ">", "8D"],
  ["AH", ">", "KS"],
];
