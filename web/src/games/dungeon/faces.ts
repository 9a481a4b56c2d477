/** How Dungeon draws each card. */
import { type Face, suitOf, symbolOf } from "../../cards/faces";
import { cardIn } from "../../core/games";
import { capitalize, entry } from "../../core/words.svelte";
import { iconOf } from "./icons";

export function faceOf(code: string): Face {
  const { kind, rank, number } = cardIn("dungeon", code);
  const kindName = entry("kind", kind);
  return {
    code,
    rank,
    suit: suitOf(code),
    symbol: symbolOf(code),
    icon: iconOf(code),
    kind,
    kindName,
    title: kind === "creature" ? capitalize(entry("dungeon.creature", number)) : kindName,
  };
}

/** The cards beside each text of the two-minute start; `>` is an arrow. */
export const QUICK_START_CARDS = [
  ["10S", "9H", ">", "2D"],
  ["8C", ">", "8D"],
  ["JS", "QH", "KC"],
];
