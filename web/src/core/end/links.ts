/** Links to a finished game that other people can open; none of them contains the key of a seat. */
import { request } from "../api";
import { href } from "../router.svelte";
import type { Seat } from "../seats.svelte";

/** Return a link to the chronicle of a game; one to the game's own screen for a spectator, who may make none. */
export async function chronicleLink(
  { seat, key, game }: Pick<Seat, "seat" | "key" | "game">,
  origin: string,
): Promise<string> {
  const fallback = `${origin}/${href(game)}`;
  if (seat === null) return fallback;
  return await request("POST /api/chronicle/link", { key }).then(
    (link) => `${origin}/${href("chronicle", link.key)}`,
    () => fallback,
  );
}
