/** The finished game of a seat as the history knows it. */
import { request } from "./api";
import { player } from "./player.svelte";
import type { GameListed } from "./protocol";
import type { Seat } from "./seats.svelte";

/** Return the history's entry of a finished game; null for spectators, for guests, and if there is none. */
export async function fetchResult({ seat, key }: Pick<Seat, "seat" | "key">): Promise<GameListed | null> {
  if (seat === null || player.profile === null) return null;
  return await request("GET /api/result", { key }).catch(() => null);
}
