/** Where a chronicle comes from: a shared link, the seat that this device has a key to, or the history of the profile. */
import { Refusal, request } from "../../core/api";
import { OWN_CHRONICLE } from "../../core/chronicle";
import { patiently } from "../../core/patience";
import { player } from "../../core/player.svelte";
import type { ChronicleRequest, ChronicleShown } from "../../core/protocol";
import { href } from "../../core/router.svelte";
import { seats } from "../../core/seats.svelte";

/** How a chronicle is opened: by the key of a shared link, or by the table of an own game. */
export type Source = { key: string } | { table: string };

/** Return the chronicle that an address is about. */
export const readSource = (param: string, subparam: string): Source =>
  param === OWN_CHRONICLE && subparam ? { table: subparam } : { key: param };

/** Return a chronicle; throw a refusal if there is none that this device may read. */
export const loadChronicle = (source: Source, how: ChronicleRequest): Promise<ChronicleShown> =>
  patiently(() => requestChronicle(source, how));

async function requestChronicle(source: Source, how: ChronicleRequest): Promise<ChronicleShown> {
  if ("key" in source) return await request("POST /api/chronicle", { key: source.key, body: how });
  const { table } = source;
  const stored = seats.find(table);
  if (stored) return await request("POST /api/chronicle", { key: stored.key, body: how });
  return await request("POST /api/profile/chronicle", { key: profileKey(), body: { ...how, table } });
}

/** Return whether this device may make a link to a chronicle: its players may, spectators may not. */
export const isShareable = (source: Source): boolean => "key" in source || seats.find(source.table)?.seat !== null;

/** Return a link with which anyone can read a chronicle. */
export async function loadLink(source: Source, origin: string): Promise<string> {
  const key = "key" in source ? source.key : await newKey(source.table);
  return `${origin}/${href("chronicle", key)}`;
}

async function newKey(table: string): Promise<string> {
  const stored = seats.find(table);
  const link = stored
    ? await request("POST /api/chronicle/link", { key: stored.key })
    : await request("POST /api/profile/chronicle/link", { key: profileKey(), body: { table } });
  return link.key;
}

function profileKey(): string {
  if (player.profile) return player.profile.key;
  throw new Refusal("unknown_key", "", 401);
}
