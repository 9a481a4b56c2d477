/** The odds of the next card as the lantern shows them. */
import { formatChance, formatNumber } from "../../core/numbers";
import type { TombOdds, TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";

export interface OddsRow {
  name: "win" | "death" | "torch";
  cards: number;
  chance: number;
}

/** The lowest number of a card. */
const LOWEST = 2;

/** Return the rows of the chart; winning and dying matter only while something stands in the way. */
export function oddsRows({ move, win, death, torch }: TombOdds, { foe }: Pick<TombShown, "foe">): OddsRow[] {
  const rows: OddsRow[] = [];
  if (foe && move !== null) rows.push({ name: "win", ...win });
  if (death.cards > 0 || (foe?.kind !== "door" && foe && move !== null)) rows.push({ name: "death", ...death });
  rows.push({ name: "torch", ...torch });
  return rows;
}

/** Return what else the next card may do, in sentences. */
export function oddsNotes({ move, deadly, damage, discarded, last_torch, lost }: TombOdds): string[] {
  const notes: string[] = [];
  if (move === null) notes.push(say("tomb.odds.later"));
  if (deadly !== null)
    notes.push(say(deadly === LOWEST ? "tomb.odds.deadly_lowest" : "tomb.odds.deadly", { n: deadly }));
  if (damage > 0) notes.push(say("tomb.odds.damage", { n: formatNumber(damage) }));
  if (discarded > 0) notes.push(say("tomb.odds.discards", { n: formatNumber(discarded) }));
  if (last_torch.cards > 0) notes.push(say("tomb.odds.last_torch"));
  else if (lost > 0) notes.push(say("tomb.odds.lost", { chance: formatChance(lost) }));
  return notes;
}
