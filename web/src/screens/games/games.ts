/** The games of this device and of the profile, merged into one list. */

import { type GameName, isGame } from "../../core/games";
import type { ProfileShown, ResultListed, TableListed } from "../../core/protocol";
import { type Seat, seats } from "../../core/seats.svelte";
import { say } from "../../core/words.svelte";

export interface ListedGame {
  table: string;
  game: GameName;
  /** null for a spectator, or if only the server knows the seat. */
  seat: number | null;
  watched: boolean;
  /** When it ended or, if unfinished, was opened; in milliseconds. */
  at: number;
  status: "open" | "running" | "over";
  names: string[];
  result: object | null;
  /** The key, if this device has one. */
  key: string | null;
}

/**
 * Merge the games that this page knows, newest first. Data from the server takes precedence over data stored on this
 * device.
 */
export function mergeGames(stored: readonly Seat[], profile: ProfileShown | null): ListedGame[] {
  const listed = new Map<string, TableListed>(profile?.tables.map((table) => [table.table, table]));
  const ended = new Map<string, ResultListed>(profile?.results.map((result) => [result.table, result]));
  const own = new Map<string, Seat>(stored.map((seat) => [seat.table, seat]));
  const tables = new Set([...own.keys(), ...listed.keys(), ...ended.keys()]);
  return [...tables]
    .flatMap((table) => listedGame(table, own.get(table), listed.get(table), ended.get(table)) ?? [])
    .sort((a, b) => b.at - a.at);
}

function listedGame(table: string, seat?: Seat, listed?: TableListed, ended?: ResultListed): ListedGame | null {
  const game = ended?.game ?? listed?.game ?? seat?.game;
  if (!isGame(game)) return null;
  const over = Boolean(ended) || Boolean(seat?.over) || listed?.status === "over" || listed?.status === "closed";
  return {
    table,
    game,
    seat: ended?.seat ?? seat?.seat ?? null,
    watched: !ended && seat?.seat === null,
    at: ended ? ended.at * 1000 : (seat?.opened ?? (listed?.created ?? 0) * 1000),
    status: over ? "over" : listed?.status === "open" ? "open" : "running",
    names: listed?.names ?? [],
    result: ended?.result ?? null,
    key: seat?.key ?? null,
  };
}

/** Mark the seats of games that ended elsewhere as over. */
export function markFinished(profile: ProfileShown): void {
  const ended = new Set(profile.results.map(({ table }) => table));
  for (const { table, status } of profile.tables) if (status === "over" || status === "closed") ended.add(table);
  for (const { table, over } of seats.all) if (!over && ended.has(table)) seats.change(table, { over: true });
}

/** Notes on a result: help that was used, or cards that were known before. */
export function resultNotes(result: object): string[] {
  const { assisted, deal } = result as { assisted?: boolean; deal?: string };
  const known = deal === "again" || deal === "walkthrough" ? [say(`games.deal_${deal}`)] : [];
  return assisted ? [say("games.assisted"), ...known] : known;
}
