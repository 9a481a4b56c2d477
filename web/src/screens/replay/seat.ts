/** The player's own seats at finished games, also of games that were played on another device. */
import { request } from "../../core/api";
import { player } from "../../core/player.svelte";
import { seats } from "../../core/seats.svelte";

export interface OwnSeat {
  key: string;
  /** null for a spectator. */
  seat: number | null;
}

/**
 * Return the seat that this device has a key to, else the profile's own; null if there is neither. The server derives
 * the key from the profile's, so it is the same each time and needs no storing.
 */
export async function findSeat(table: string): Promise<OwnSeat | null> {
  const stored = seats.find(table);
  if (stored || !player.profile) return stored ?? null;
  return await request("POST /api/profile/seat", { key: player.profile.key, body: { table } });
}
