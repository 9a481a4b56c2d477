/** The odds of Dungeon as the lantern shows them: the next card, and what each opponent can answer. */
import type { DungeonOdds } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { aRank } from "./words";

export interface OddsRow {
  name: string;
  label: string;
  chance: number;
  tone: "good" | "bad" | "glow";
}

/** Return the row about the next card; none if the deck is empty. */
export function ownRows({ needed, draw }: Pick<DungeonOdds, "needed" | "draw">): OddsRow[] {
  if (draw === null) return [];
  return [{ name: "draw", label: say("dungeon.odds.draw", { rank: aRank(needed) }), chance: draw, tone: "good" }];
}

/** Return the rows about an opponent: the next passage, a cave-in of the own front, a creature. */
export function rivalRows({ front }: Pick<DungeonOdds, "front">, rival: DungeonOdds["rivals"][number]): OddsRow[] {
  const { needed, dig, cave, creature } = rival;
  const rows: OddsRow[] = [
    { name: "dig", label: say("dungeon.odds.dig", { rank: aRank(needed) }), chance: dig, tone: "bad" },
  ];
  if (cave !== null && front !== null)
    rows.push({ name: "cave", label: say("dungeon.odds.cave", { rank: aRank(front) }), chance: cave, tone: "bad" });
  rows.push({ name: "creature", label: say("dungeon.odds.creature"), chance: creature, tone: "glow" });
  return rows;
}
