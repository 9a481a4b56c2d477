/** The result of a game in words: the headline, and what is shared of it. */
import type { DungeonResult } from "../../core/protocol";
import { say } from "../../core/words.svelte";

/** Return the headline for the player at a seat; null for a spectator. A table that was closed has no result. */
export function headlineOf(result: DungeonResult | null, seat: number | null, names: string[]): string {
  if (!result) return say("dungeon.end.closed");
  const { ending, winner, alive } = result;
  if (ending === "stalemate")
    return say("dungeon.end.stalemate", { names: alive.map((each) => names[each] ?? "").join(", ") });
  if (seat !== null && winner === seat) return say(ending === "alone" ? "dungeon.end.won_alone" : "dungeon.end.won");
  return say(`dungeon.end.${ending}`, { winner: names[winner ?? -1] ?? "" });
}

/** Return the text that shares a result; it gives no card away. */
export function shareTextOf({ winner, turns }: DungeonResult, seat: number | null, names: string[]): string {
  const others = names.filter((_, index) => index !== seat).join(", ");
  const key =
    winner === null ? "share_draw" : winner === seat ? "share_won" : seat === null ? "share_watched" : "share_lost";
  return say(`dungeon.end.${key}`, { n: turns, winner: names[winner ?? -1] ?? "", names: others });
}
