/** Open a table, sit down at one, or go on to a rematch; the key is kept here, and the table is shown. */
import { ask, type Refusal } from "./api";
import { player } from "./player.svelte";
import type { NewTable, Seated } from "./protocol";
import { go } from "./router.svelte";
import { type Seat, seats } from "./seats.svelte";
import { settings } from "./settings.svelte";
import { drawSecret, drawShare } from "./shares";

export type Wanted = Omit<NewTable, "name">;
type Game = Seat["game"];
type Promised = { promise: string; commitment: string };

const RETRY_DELAYS_MS = [400, 1200];
/** No answer, or one of a proxy's that the server may have missed. */
const RETRIED_STATUSES = new Set([0, 502, 504]);

/** Open a table. The server commits to its seed before this device commits to a share, unless the deal was chosen. */
export async function openTable({ words = "", ...wanted }: Wanted): Promise<void> {
  const isDealChosen = Boolean(wanted.deal || wanted.again);
  const promised = isDealChosen ? null : await ask<Promised>("POST", "promises");
  const share = drawShare(words);
  const part = isDealChosen ? {} : await partIn(wanted.game, share);
  const body = { ...wanted, ...part, ...(promised && { promise: promised.promise }) };
  const seated = await takeSeat("tables", body);
  keep(seated, wanted.game, {
    words,
    commitment: promised?.commitment ?? null,
    shares: isDealChosen ? [] : [{ words: share }],
  });
}

/** Take a seat: by the key of an invitation, or by the name of a table in the lobby. */
export async function sitDown(
  where: { key?: string; table?: string },
  game: Game,
  words: string,
  commitment: string,
): Promise<void> {
  const share = drawShare(words);
  const seated = await takeSeat("seats", { ...where, ...(await partIn(game, share)) });
  keep(seated, game, { words, commitment, shares: [{ words: share }] });
}

export async function followRematch(key: string, game: Game): Promise<void> {
  const seated = await ask<Seated>("POST", "seat/rematch", { key });
  keep(seated, game, { commitment: seated.commitment });
}

/** A seat that this profile took on another device; its commitment counts once it is seen before the end. */
export async function fetchSeat(table: string, game: Game): Promise<void> {
  keep(await player.ask<Seated>("POST", "profile/seat", { table }), game, {});
}

/** In a solitaire nobody else has to commit first: the share itself is sent. Elsewhere its hash is, and the share follows. */
async function partIn(game: Game, share: string): Promise<{ words: string } | { share: string }> {
  if (game === "tomb") return { words: share };
  const { hashShare } = await import("./fairness");
  return { share: hashShare(share) };
}

/** Ask for a seat with a secret chosen here, and ask again if no answer came: the server gives it only once. */
async function takeSeat(path: "tables" | "seats", wanted: object): Promise<Seated> {
  const body = { ...wanted, name: settings.name, secret: drawSecret() };
  for (const [attempt, delay] of RETRY_DELAYS_MS.entries()) {
    try {
      return await player.ask<Seated>("POST", path, body);
    } catch (refusal) {
      if (!isWorthRetrying(refusal as Refusal, attempt)) throw refusal;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return await player.ask<Seated>("POST", path, body);
}

/** The promise is used up while the first request is still being answered. */
const isWorthRetrying = ({ status, code }: Refusal, attempt: number) =>
  RETRIED_STATUSES.has(status) || (attempt > 0 && code === "unknown_promise");

function keep(seated: Seated, game: Game, parts: Pick<Seat, "words" | "commitment" | "shares">): void {
  const { table, seat, key, join, watch } = seated;
  seats.keep({ table, game, seat, key, join, watch, ...parts, opened: Date.now() });
  go("table", table);
}
