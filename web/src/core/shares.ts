/** This device's part in the fair shuffle: it draws random shares, commits to them, and reveals them once everybody has committed. */
import type { LiveTable } from "./live.svelte";
import { type Seat, type Share, seats } from "./seats.svelte";

type Fairness = typeof import("./fairness");

const SHARE_BYTES = 32;
const SECRET_BYTES = 32;
const MAX_SHARE_LENGTH = 200;
/** How many characters players may add to their share: hexadecimal digits and a space come before. */
export const MAX_WORDS_LENGTH = MAX_SHARE_LENGTH - 2 * SHARE_BYTES - 1;
/** Where this device keeps the key from which later shares are derived. */
const DEVICE_KEY = "underdeck.shares";
/** A commitment or a reveal that got no answer is repeated; the server takes it only once. */
const REPEAT_AFTER_MS = 2000;

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const withWords = (digits: string, words = "") =>
  [...`${digits} ${words.trim()}`.trim()].slice(0, MAX_SHARE_LENGTH).join("");

/** A share nobody can guess, with the player's own words after it. */
export const drawShare = (words = ""): string => withWords(toHex(randomBytes(SHARE_BYTES)), words);

/** A key for a seat, chosen here: a request that is repeated with it takes no second seat. */
export function drawSecret(): string {
  const text = btoa(String.fromCharCode(...randomBytes(SECRET_BYTES)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Commit and reveal automatically whenever the table asks for it; return a function that stops it. */
export function takePart(live: LiveTable, table: string): () => void {
  deviceKey(); // long before two tabs need the same one
  let busy = false;
  async function answer() {
    noteCommitment(live, table);
    if (busy || !live.frame?.fair?.owes) return;
    busy = true;
    try {
      const fairness = await import("./fairness");
      const owes = live.frame?.fair?.owes;
      if (owes === "commit") live.commit(fairness.hashShare(shareToCommit(table, fairness).words));
      else if (owes === "reveal") reveal(live, table, fairness);
    } catch {
      /* The module couldn't be loaded: the next attempt follows soon. */
    } finally {
      busy = false;
    }
  }
  const stopListening = live.listen(answer);
  const repeating = setInterval(answer, REPEAT_AFTER_MS);
  return () => {
    stopListening();
    clearInterval(repeating);
  };
}

/** Store the server's commitment the first time it is seen: spectators and fetched seats see it here first. */
function noteCommitment({ frame }: LiveTable, table: string): void {
  if (!frame?.fair || frame.status === "over" || frame.status === "closed" || seats.find(table)?.commitment) return;
  seats.change(table, { commitment: frame.fair.commitment });
}

/** A random key that never leaves this device. */
function deviceKey(): string {
  const stored = localStorage.getItem(DEVICE_KEY);
  if (stored) return stored;
  const fresh = toHex(randomBytes(SECRET_BYTES));
  localStorage.setItem(DEVICE_KEY, fresh);
  return fresh;
}

/**
 * The share number `count` of a seat. Browsers show one tab late what another has stored; deriving the share instead of
 * drawing it makes all tabs of a device commit to the same one.
 */
const deriveShare = ({ key, words }: Seat, count: number, { deriveKey }: Fairness): Share => ({
  words: withWords(deriveKey(deviceKey(), `${key} ${count}`), words),
});

/** The share to commit to: the stored one that wasn't revealed yet, else the next one. It is stored before it is sent. */
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

/** Store what all had committed to before this share is sent, and never replace it: the check at the end compares with it. */
function reveal(live: LiveTable, table: string, fairness: Fairness): void {
  const { fair, seat: number } = live.frame ?? {};
  const seat = seats.reread(table);
  if (!fair || !seat || number === null || number === undefined) return;
  const stored = seat.shares ?? [];
  const next = deriveShare(seat, stored.length, fairness); // stored by another tab a moment ago
  const own = [...stored, next].find(({ words }) => fairness.hashShare(words) === fair.shares[number]);
  if (!own) return; // it was drawn on another device
  if (!own.seen) {
    const revealed = { ...own, seen: [...fair.shares] };
    const shares = own === next ? [...stored, revealed] : stored.map((share) => (share === own ? revealed : share));
    seats.change(table, { shares });
  }
  live.reveal(own.words);
}
