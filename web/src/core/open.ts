/** Open a table, sit down at one, or follow it to a rematch; each stores the key of the seat and shows the table. */
import { ask, type Refusal } from "./api";
import { describeGame } from "./games";
import { player } from "./player.svelte";
import type { NewTable, Seated } from "./protocol";
import { go } from "./router.svelte";
import { type Seat, seats } from "./seats.svelte";
import { settings } from "./settings.svelte";
import { drawSecret, drawShare } from "./shares";

export type TableRequest = Omit<NewTable, "name">;
type Game = Seat["game"];
type SeedPromise = { promise: string; commitment: string };

const RETRY_DELAYS_MS = [400, 1200];
/** No response, or a proxy's error: the server may not have seen the request. */
const RETRIED_STATUSES = new Set([0, 502, 504]);

/** Open a table. The server commits to its seed before this device commits to a share, unless the deal was chosen. */
export async function openTable({ words = "", ...request }: TableRequest): Promise<void> {
  const isDealChosen = Boolean(request.deal || request.again);
  const promise = isDealChosen ? null : await ask<SeedPromise>("POST", "promises");
  const share = drawShare(words);
  const contribution = isDealChosen ? {} : await contributionFor(request.game, share);
  const body = { ...request, ...contribution, ...(promise && { promise: promise.promise }) };
  const seated = await takeSeat("tables", body);
  saveAndShow(seated, request.game, {
    words,
    commitment: promise?.commitment ?? null,
    shares: isDealChosen ? [] : [{ words: share }],
  });
}

/** Take a seat by the key of an invitation, or by the id of a table in the lobby. */
export async function sitDown(
  where: { key?: string; table?: string },
  game: Game,
  words: string,
  commitment: string,
): Promise<void> {
  const share = drawShare(words);
  const seated = await takeSeat("seats", { ...where, ...(await contributionFor(game, share)) });
  saveAndShow(seated, game, { words, commitment, shares: [{ words: share }] });
}

export async function followRematch(key: string, game: Game): Promise<void> {
  const seated = await ask<Seated>("POST", "seat/rematch", { key });
  saveAndShow(seated, game, { commitment: seated.commitment });
}

/** Fetch a seat that this profile took on another device; its commitment is stored if it is seen before the end. */
export async function fetchSeat(table: string, game: Game): Promise<void> {
  saveAndShow(await player.ask<Seated>("POST", "profile/seat", { table }), game, {});
}

/** A solitaire sends its share at once, because nobody else has to commit; other games send its hash and reveal it later. */
async function contributionFor(game: Game, share: string): Promise<{ words: string } | { share: string }> {
  if (describeGame(game).is_solitaire) return { words: share };
  const { hashShare } = await import("./fairness");
  return { share: hashShare(share) };
}

/** Request a seat with a secret chosen here, so that a retry after a lost response takes no second seat. */
async function takeSeat(path: "tables" | "seats", request: object): Promise<Seated> {
  const body = { ...request, name: settings.name, secret: drawSecret() };
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

/** A retry finds the promise used up while the server still handles the first request. */
const isWorthRetrying = ({ status, code }: Refusal, attempt: number) =>
  RETRIED_STATUSES.has(status) || (attempt > 0 && code === "unknown_promise");

function saveAndShow(seated: Seated, game: Game, fields: Pick<Seat, "words" | "commitment" | "shares">): void {
  const { table, seat, key, join, watch } = seated;
  seats.save({ table, game, seat, key, join, watch, ...fields, opened: Date.now() });
  go("table", table);
}
