/** Where a replay comes from: the seat that this device has a key to, else the history of the profile. */
import { request } from "../../core/api";
import { describeGame, requireGame } from "../../core/games";
import { patiently } from "../../core/patience";
import { player } from "../../core/player.svelte";
import type { Replay, ReviewRequest, ReviewShown, SectionShown } from "../../core/protocol";
import { fetchRecord } from "../../core/record";
import { seats } from "../../core/seats.svelte";
import { loadChronicle } from "../chronicle/source";

export interface LoadedReplay {
  replay: Replay;
  /** null for a spectator. */
  seat: number | null;
}

/** Return a finished game move by move; null if this device may not see it. */
export async function loadReplay(table: string): Promise<LoadedReplay | null> {
  const stored = seats.find(table);
  if (stored)
    return { replay: await patiently(() => request("GET /api/replay", { key: stored.key })), seat: stored.seat };
  if (!player.profile) return null;
  const { key } = player.profile;
  const replay = await patiently(() => request("POST /api/profile/replay", { key, body: { table } }));
  return { replay, seat: seatOf(replay) };
}

/** The server shows a player's own hand and names the seat in the view; a solitaire has only one. */
function seatOf({ steps }: Replay): number {
  const view = steps[0]?.view;
  return view && "seat" in view ? (view.seat ?? 0) : 0;
}

/** Return the chronicle's sections for a replay, told from what its viewer knew. */
export async function loadScenes({ table, game }: Replay, seat: number | null): Promise<SectionShown[]> {
  const isOpen = describeGame(requireGame(game)).is_solitaire;
  const how = { length: "full", seat: isOpen ? null : seat } as const;
  return (await loadChronicle({ table }, how)).sections;
}

/** Compare a finished game with strong play; null for a game that can't be. */
export async function loadReview(table: string, game: string, wanted: string): Promise<ReviewShown | null> {
  const goal = wanted as ReviewRequest["goal"];
  if (!describeGame(requireGame(game)).has_review) return null;
  const stored = seats.find(table);
  if (stored) return await patiently(() => request("POST /api/review", { key: stored.key, body: { goal } }));
  const key = player.profile?.key ?? "";
  return await patiently(() => request("POST /api/profile/review", { key, body: { table, goal } }));
}

/** Return the record of a finished game; throw if this device may not see it. */
export async function loadRecord(table: string): Promise<object> {
  const stored = seats.find(table);
  if (stored) return await fetchRecord(stored.key);
  const body = { table };
  return (await request("POST /api/profile/record", { key: player.profile?.key ?? "", body })).record;
}
