/** Open a table, sit down at one, or follow it to a rematch; each stores the key of the seat and shows the table. */
import { type Refusal, request } from "./api";
import type { GameOptions } from "./format";
import { describeGame } from "./games";
import { ownName } from "./own_name";
import { PACE_S } from "./pace";
import { player } from "./player.svelte";
import type { NewTable, Seated } from "./protocol";
import { go } from "./router.svelte";
import { type Seat, seats } from "./seats.svelte";
import { settings } from "./settings.svelte";
import { drawSecret, drawShare } from "./shares";

export type TableRequest = Omit<NewTable, "name">;
type Game = Seat["game"];

const RETRY_DELAYS_MS = [400, 1200];
/** No response, or a proxy's error: the server may not have seen the request. */
const RETRIED_STATUSES = new Set([0, 502, 504]);

/** Open a table. The server commits to its seed before this device commits to a share, unless the deal was chosen. */
export async function openTable({ words = "", ...wanted }: TableRequest): Promise<void> {
  const isDealChosen = Boolean(wanted.deal || wanted.again);
  const promise = isDealChosen ? null : await request("POST /api/promises");
  const share = drawShare(words);
  const contribution = isDealChosen ? {} : await contributionFor(wanted.game, share);
  const pace = describeGame(wanted.game).is_solitaire ? {} : { pace: PACE_S[settings.botPace] };
  const body = { ...pace, ...wanted, ...contribution, ...(promise && { promise: promise.promise }) };
  const seated = await takeSeat((own) => player.request("POST /api/tables", { ...body, ...own }));
  saveAndShow(seated, wanted.game, {
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
  const body = { ...where, ...(await contributionFor(game, share)) };
  const seated = await takeSeat((own) => player.request("POST /api/seats", { ...body, ...own }));
  saveAndShow(seated, game, { words, commitment, shares: [{ words: share }] });
}

export async function followRematch(key: string, game: Game): Promise<void> {
  const seated = await request("POST /api/seat/rematch", { key });
  saveAndShow(seated, game, { commitment: seated.commitment });
}

/** Fetch a seat that this profile took on another device; its commitment is stored if it is seen before the end. */
export async function fetchSeat(table: string, game: Game): Promise<void> {
  saveAndShow(await player.request("POST /api/profile/seat", { table }), game, {});
}

/** Show a table of this profile; fetch the key of its seat if this device has none. */
export async function resumeTable(table: string, game: Game): Promise<void> {
  if (seats.find(table)) go("table", table);
  else await fetchSeat(table, game);
}

/** Open or resume the first attempt at today's deal. */
export async function playDaily(game: Game): Promise<void> {
  const seated = await retry(() => player.request("POST /api/daily", { name: ownName() }));
  saveAndShow(seated, game, { commitment: seated.commitment });
}

/** Open or resume the next game of a competition. */
export async function playCompetition(competition: string, game: Game): Promise<void> {
  const send = async () =>
    request("POST /api/competitions/{competition}/game", { key: await player.key(), path: { competition } });
  const seated = await retry(send);
  saveAndShow(seated, game, { commitment: seated.commitment });
}

/** Open a table with the deal of a code or number; a shared deal brings its own house rules. */
export async function playDeal(code: string, game: Game, house?: GameOptions): Promise<void> {
  const seated = await player.request("POST /api/deals/play", { code, name: ownName(), ...(house && { house }) });
  saveAndShow(seated, game, { commitment: seated.commitment });
}

/** Play the deal of a finished table of this profile again. */
export async function playAgain(table: string, game: Game): Promise<void> {
  const stored = seats.find(table)?.key;
  const again = stored ?? (await player.request("POST /api/profile/seat", { table })).key;
  await openTable({ game, again });
}

/** A solitaire sends its share at once, because nobody else has to commit; other games send its hash and reveal it later. */
async function contributionFor(game: Game, share: string): Promise<{ words: string } | { share: string }> {
  if (describeGame(game).is_solitaire) return { words: share };
  const { hashShare } = await import("./fairness");
  return { share: hashShare(share) };
}

/** Request a seat with a secret chosen here, so that a retry after a lost response takes no second seat. */
async function takeSeat(send: (own: { name: string; secret: string }) => Promise<Seated>): Promise<Seated> {
  const own = { name: ownName(), secret: drawSecret() };
  return await retry(() => send(own));
}

/** Send a request that may be sent twice; retry it if the response is lost. */
async function retry(send: () => Promise<Seated>): Promise<Seated> {
  for (const [attempt, delay] of RETRY_DELAYS_MS.entries()) {
    try {
      return await send();
    } catch (refusal) {
      if (!isWorthRetrying(refusal as Refusal, attempt)) throw refusal;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return await send();
}

/** A retry finds the promise used up while the server still handles the first request. */
const isWorthRetrying = ({ status, code }: Refusal, attempt: number) =>
  RETRIED_STATUSES.has(status) || (attempt > 0 && code === "unknown_promise");

function saveAndShow(seated: Seated, game: Game, fields: Pick<Seat, "words" | "commitment" | "shares">): void {
  const { table, seat, key, join, watch } = seated;
  seats.save({ table, game, seat, key, join, watch, ...fields, opened: Date.now() });
  go("table", table);
}
