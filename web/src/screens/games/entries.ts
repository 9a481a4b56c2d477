/** Finished games in one list: those of the profile's history, and those that only this device knows. */
import type { GameListed } from "../../core/protocol";
import { type HistoryFilter, isInPeriod } from "../history/filter";
import type { ListedGame } from "./games";

export type Entry = { at: number } & ({ listed: GameListed } | { device: ListedGame });

interface History {
  games: readonly GameListed[];
  hasMore: boolean;
}

/**
 * Merge both, newest first. A game of this device that isn't among the loaded pages may be on a later one, unless it is
 * newer than the last game loaded: then only this device knows it.
 */
export function mergeEntries(history: History, ofDevice: readonly ListedGame[], filter: HistoryFilter): Entry[] {
  const known = new Set(history.games.map(({ table }) => table));
  const last = history.hasMore ? (history.games.at(-1)?.at ?? 0) * 1000 : 0;
  const device = ofDevice
    .filter(({ table, at }) => !known.has(table) && at >= last)
    .filter((game) => passes(game, filter))
    .map((game) => ({ at: game.at, device: game }));
  const listed = history.games.map((game) => ({ at: game.at * 1000, listed: game }));
  return [...listed, ...device].sort((a, b) => b.at - a.at);
}

/** This device knows neither the house rules nor the opponents of its games. */
const passes = ({ game, at }: ListedGame, filter: HistoryFilter) =>
  filter.house === null && !filter.opponent && (!filter.game || filter.game === game) && isInPeriod(filter.period, at);

/** Group entries by the month of this device's clock, such as `2026-11`; the order stays. */
export function byMonth(entries: readonly Entry[]): { month: string; entries: Entry[] }[] {
  const groups: { month: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const month = monthOf(new Date(entry.at));
    const group = groups.at(-1);
    if (group?.month === month) group.entries.push(entry);
    else groups.push({ month, entries: [entry] });
  }
  return groups;
}

const monthOf = (date: Date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
