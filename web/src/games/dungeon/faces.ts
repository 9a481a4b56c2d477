/** How Dungeon draws each card. */
import { type Face, rankOf, suitOf, symbolOf } from "../../cards/faces";
import { numberOf } from "../../cards/names";
import { capitalize, say } from "../../core/words.svelte";
import { iconOf } from "./icons";

const RANK_KINDS: Record<string, string> = { A: "ace", J: "creature", Q: "creature", K: "creature", Jk: "joker" };

export function faceOf(code: string): Face {
  const rank = rankOf(code);
  const kind = RANK_KINDS[rank] ?? "passage";
  const kindName = say(`kind.${kind}`);
  return {
    code,
    rank,
    suit: suitOf(code),
    symbol: symbolOf(code),
    icon: iconOf(code),
    kind,
    kindName,
    title: kind === "creature" ? capitalize(say(`dungeon.creature.${numberOf(rank)}`)) : kindName,
  };
}
