/** Was the shuffle what the house promised? Checked here, in the browser, with what this device saw first. */
import type { FairShown } from "./protocol";
import type { Seat } from "./seats.svelte";

export type Seal = "good" | "bad" | "unknown" | "unable";
export type Words = "good" | "bad" | "none";

export async function sealOf(fair: FairShown, seat: Seat): Promise<Seal> {
  if (!seat.commitment || !fair.seed) return "unknown";
  if (!globalThis.crypto?.subtle) return "unable";
  const bytes = Uint8Array.from(fair.seed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return found === seat.commitment && found === fair.commitment ? "good" : "bad";
}

export function wordsOf(fair: FairShown, seat: Seat): Words {
  if (!seat.words) return "none";
  return fair.words?.includes(seat.words) ? "good" : "bad";
}
