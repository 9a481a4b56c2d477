/** This device's part in the fair shuffle: it draws random shares, commits to them, and reveals them once everybody has committed. */
import type { LiveTable } from "./live.svelte";
import { type Share, seats } from "./seats.svelte";

const SHARE_BYTES = 32;
const SECRET_BYTES = 32;
const MAX_SHARE_LENGTH = 200;
/** How many characters players may add to their share: hexadecimal digits and a space come before. */
export const MAX_WORDS_LENGTH = MAX_SHARE_LENGTH - 2 * SHARE_BYTES - 1;
/** A commitment or a reveal that got no answer is repeated; the server takes it only once. */
const REPEAT_AFTER_MS = 2000;

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** A share nobody can guess, with the player's own words after it. */
export function drawShare(words = ""): string {
  const digits = Array.from(randomBytes(SHARE_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [...`${digits} ${words.trim()}`.trim()].slice(0, MAX_SHARE_LENGTH).join("");
}

/** A key for a seat, chosen here: a request that is repeated with it takes no second seat. */
export function drawSecret(): string {
  const text = btoa(String.fromCharCode(...randomBytes(SECRET_BYTES)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Commit and reveal by itself whenever the table asks for it; returns how to stop. */
export function takePart(live: LiveTable, table: string): () => void {
  let busy = false;
  async function answer() {
    noteCommitment(live, table);
    if (busy || !live.frame?.fair?.owes) return;
    busy = true;
    try {
      const { hashShare } = await import("./fairness");
      await alone(table, () => {
        const owes = live.frame?.fair?.owes;
        if (owes === "commit") live.commit(hashShare(shareToCommit(table).words));
        else if (owes === "reveal") reveal(live, table, hashShare);
      });
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

/** Of several tabs at one table, one at a time changes what is stored; without a secure context there are no locks. */
async function alone(table: string, change: () => void): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`underdeck.shares.${table}`, change);
  else change();
}

/** Who watches, or has fetched the seat from another device, sees the server's commitment here first. */
function noteCommitment({ frame }: LiveTable, table: string): void {
  if (!frame?.fair || frame.status === "over" || frame.status === "closed" || seats.find(table)?.commitment) return;
  seats.change(table, { commitment: frame.fair.commitment });
}

/** A share that was revealed once is never used again; one that nobody knows yet is. It is stored before it is sent. */
function shareToCommit(table: string): Share {
  const { shares: kept = [], words } = seats.reread(table) ?? {};
  const unknown = kept.findLast(({ seen }) => !seen);
  if (unknown) return unknown;
  const fresh = { words: drawShare(words) };
  seats.change(table, { shares: [...kept, fresh] });
  return fresh;
}

/** What all had committed to is stored before this share is sent, and never replaced: the check at the end compares with it. */
function reveal(live: LiveTable, table: string, hashShare: (words: string) => string): void {
  const { fair, seat } = live.frame ?? {};
  if (!fair || seat === null || seat === undefined) return;
  const kept = seats.reread(table)?.shares ?? [];
  const own = kept.find(({ words }) => hashShare(words) === fair.shares[seat]);
  if (!own) return; // it was drawn on another device
  if (!own.seen)
    seats.change(table, {
      shares: kept.map((share) => (share === own ? { ...share, seen: [...fair.shares] } : share)),
    });
  live.reveal(own.words);
}
