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

/** `a 9`, or `a 9 or a joker` where a joker fits as any passage. */
const fitting = (rank: number, isWild: boolean) =>
  isWild ? say("dungeon.odds.wild", { rank: aRank(rank) }) : aRank(rank);

/** Return the row about the next card; none if the deck is empty. */
export function ownRows({ needed, draw, is_wild }: Pick<DungeonOdds, "needed" | "draw" | "is_wild">): OddsRow[] {
  if (draw === null) return [];
  return [
    { name: "draw", label: say("dungeon.odds.draw", { rank: fitting(needed, is_wild) }), chance: draw, tone: "good" },
  ];
}

/** Return the rows about an opponent: the next passage, a cave-in of the own front, a creature. */
export function rivalRows(
  { front, is_wild }: Pick<DungeonOdds, "front" | "is_wild">,
  rival: DungeonOdds["rivals"][number],
): OddsRow[] {
  const { needed, dig, cave, creature } = rival;
  const rows: OddsRow[] = [
    { name: "dig", label: say("dungeon.odds.dig", { rank: fitting(needed, is_wild) }), chance: dig, tone: "bad" },
  ];
  if (cave !== null && front !== null)
    rows.push({
      name: "cave",
      label: say("dungeon.odds.cave", { rank: fitting(front, is_wild) }),
      chance: cave,
      tone: "bad",
    });
  rows.push({ name: "creature", label: say("dungeon.odds.creature"), chance: creature, tone: "glow" });
  return rows;
}
