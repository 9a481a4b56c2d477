/** This device's part in the fair shuffle: it draws random shares, commits to them, and reveals them once everybody has committed. */
import type { LiveTable } from "./live.svelte";
import { type Seat, type Share, seats } from "./seats.svelte";

type Fairness = typeof import("./fairness");

const SHARE_BYTES = 32;
const SECRET_BYTES = 32;
const MAX_SHARE_LENGTH = 200;
/** The maximum length of the players' own words: hexadecimal digits and a space come before them. */
export const MAX_WORDS_LENGTH = MAX_SHARE_LENGTH - 2 * SHARE_BYTES - 1;
/** The storage key of the secret from which later shares are derived. */
const DEVICE_KEY = "underdeck.shares";
/** An unanswered commitment or reveal is sent again; the server accepts it only once. */
const RETRY_AFTER_MS = 2000;

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const withWords = (digits: string, words = "") =>
  [...`${digits} ${words.trim()}`.trim()].slice(0, MAX_SHARE_LENGTH).join("");

/** Draw a share that nobody can guess, followed by the player's own words. */
export const drawShare = (words = ""): string => withWords(toHex(randomBytes(SHARE_BYTES)), words);

/** Draw a secret for a seat: a request that is retried with it takes no second seat. */
export function drawSecret(): string {
  const text = btoa(String.fromCharCode(...randomBytes(SECRET_BYTES)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Commit and reveal automatically whenever the table asks for it; return a function that stops it. */
export function takePartInShuffle(live: LiveTable, table: string): () => void {
  deviceKey(); // created early, so that two tabs never create one each
  let busy = false;
  async function answer() {
    storeCommitment(live, table);
    if (busy || !live.snapshot?.fair?.owes) return;
    busy = true;
    try {
      const fairness = await import("./fairness");
      const owes = live.snapshot?.fair?.owes;
      if (owes === "commit") live.commit(fairness.hashShare(shareToCommit(table, fairness).words));
      else if (owes === "reveal") reveal(live, table, fairness);
    } catch {
      /* The module couldn't be loaded; the interval tries again. */
    } finally {
      busy = false;
    }
  }
  const stopListening = live.listen(answer);
  const retrying = setInterval(answer, RETRY_AFTER_MS);
  return () => {
    stopListening();
    clearInterval(retrying);
  };
}

/** Store the server's commitment for spectators and fetched seats, which see it here for the first time. */
function storeCommitment({ snapshot }: LiveTable, table: string): void {
  if (!snapshot?.fair || snapshot.status === "over" || snapshot.status === "closed" || seats.find(table)?.commitment)
    return;
  seats.change(table, { commitment: snapshot.fair.commitment });
}

/** Return the random key that never leaves this device; create it if there is none. */
function deviceKey(): string {
  const stored = localStorage.getItem(DEVICE_KEY);
  if (stored) return stored;
  const fresh = toHex(randomBytes(SECRET_BYTES));
  localStorage.setItem(DEVICE_KEY, fresh);
  return fresh;
}

/**
 * Derive share number `count` of a seat. One tab may see late what another has stored; deriving the share instead of
 * drawing it makes all tabs of a device commit to the same one.
 */
const deriveShare = ({ key, words }: Seat, count: number, { deriveKey }: Fairness): Share => ({
  words: withWords(deriveKey(deviceKey(), `${key} ${count}`), words),
});

/** Return the share to commit to: the stored one that isn't revealed yet, or a new one, stored before it is sent. */
function shareToCommit(table: string, fairness: Fairness): Share {
  const seat = seats.reread(table);
  if (!seat) throw new Error("the seat was given up");
  const stored = seat.shares ?? [];
  const unrevealed = stored.findLast(({ seen }) => !seen);
  if (unrevealed) return unrevealed;
  const next = deriveShare(seat, stored.length, fairness);
  seats.change(table, { shares: [...stored, next] });
  return next;
}

/** Reveal the share. The commitments of all seats are stored first and never replaced: the final check needs them. */
function reveal(live: LiveTable, table: string, fairness: Fairness): void {
  const { fair, seat: number } = live.snapshot ?? {};
  const seat = seats.reread(table);
  if (!fair || !seat || number === null || number === undefined) return;
  const stored = seat.shares ?? [];
  const next = deriveShare(seat, stored.length, fairness); // another tab may just have stored it
  const own = [...stored, next].find(({ words }) => fairness.hashShare(words) === fair.shares[number]);
  if (!own) return; // it was drawn on another device
  if (!own.seen) {
    const revealed = { ...own, seen: [...fair.shares] };
    const shares = own === next ? [...stored, revealed] : stored.map((share) => (share === own ? revealed : share));
    seats.change(table, { shares });
  }
  live.reveal(own.words);
}
