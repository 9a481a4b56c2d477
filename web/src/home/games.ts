/** The games of this device and of the profile, as one list. */
import { ask } from "../core/api";
import type { ProfileShown, ResultListed, TableListed } from "../core/protocol";
import { type Seat, seats } from "../core/seats.svelte";
import type { GameName } from "./telling";

export interface Played {
  table: string;
  game: GameName;
  /** null for who watched, and where only the house knows which seat it is. */
  seat: number | null;
  watched: boolean;
  /** In milliseconds: when it ended, or else when it was opened. */
  at: number;
  status: "open" | "running" | "over";
  names: string[];
  result: object | null;
  /** The key to it, if this device has one. */
  key: string | null;
}

/** Newest first. What the house knows of a game goes before what this device remembers. */
export function merge(kept: readonly Seat[], profile: ProfileShown | null): Played[] {
  const listed = new Map<string, TableListed>(profile?.tables.map((table) => [table.table, table]));
  const ended = new Map<string, ResultListed>(profile?.results.map((result) => [result.table, result]));
  const own = new Map<string, Seat>(kept.map((seat) => [seat.table, seat]));
  const tables = new Set([...own.keys(), ...listed.keys(), ...ended.keys()]);
  return [...tables]
    .map((table) => one(table, own.get(table), listed.get(table), ended.get(table)))
    .sort((a, b) => b.at - a.at);
}

function one(table: string, seat?: Seat, listed?: TableListed, ended?: ResultListed): Played {
  const over = Boolean(ended) || Boolean(seat?.over) || listed?.status === "over" || listed?.status === "closed";
  return {
    table,
    game: (ended?.game ?? listed?.game ?? seat?.game) as GameName,
    seat: ended?.seat ?? seat?.seat ?? null,
    watched: !ended && seat?.seat === null,
    at: ended ? ended.at * 1000 : (seat?.opened ?? (listed?.created ?? 0) * 1000),
    status: over ? "over" : listed?.status === "open" ? "open" : "running",
    names: listed?.names ?? [],
    result: ended?.result ?? null,
    key: seat?.key ?? null,
  };
}

/** What ended while this device looked away is over here, too. */
export function settle(profile: ProfileShown): void {
  const ended = new Set(profile.results.map(({ table }) => table));
  for (const { table, status } of profile.tables) if (status === "over" || status === "closed") ended.add(table);
  for (const { table, over } of seats.all) if (!over && ended.has(table)) seats.change(table, { over: true });
}

/** Let the browser keep the record of a finished game as a file. */
export async function download(table: string, key: string): Promise<void> {
  const record = await ask<object>("GET", "record", { key });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
  link.download = `underdeck-${table.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
