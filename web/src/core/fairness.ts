/** Checks of a finished shuffle against what this device stored; docs/guides/fairness.md says what they prove. Import it lazily. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describeGame } from "./games";
import type { FairShown } from "./protocol";
import type { GameRecord } from "./record";
import type { Seat } from "./seats.svelte";

export type Finding = "good" | "bad" | "unknown";
/** A shuffle that was repeated is no proof of cheating, so that the check of the first one never fails. */
export type Check =
  | { name: "seed" | "own" | "alone" | "others" | "cards"; finding: Finding }
  | { name: "first"; finding: Exclude<Finding, "bad"> };
type StoredSeat = Pick<Seat, "game" | "commitment" | "shares">;

/** The commitment to a share. */
export const hashShare = (words: string): string => bytesToHex(sha256(utf8ToBytes(words)));

/** Derive a number in hexadecimal that only the owner of the key can compute. */
export const deriveKey = (key: string, label: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(label)));

/** Run every check of one game, whose shuffles start from this deck. The record is null if it couldn't be fetched. */
export function checkShuffle(
  fair: FairShown,
  deck: readonly string[],
  stored: StoredSeat,
  record: GameRecord | null,
): Check[] {
  const isSolitaire = describeGame(stored.game).is_solitaire;
  return [
    { name: "seed", finding: checkSeed(fair, stored) },
    { name: "own", finding: checkOwn(fair, stored) },
    {
      name: isSolitaire ? "alone" : "others",
      finding: isSolitaire ? checkAlone(fair, stored) : checkOthers(fair, stored),
    },
    { name: "cards", finding: checkCards(fair, deck, record) },
    ...(isSolitaire ? [] : [{ name: "first" as const, finding: checkFirst(stored) }]),
  ];
}

/** Combine findings: bad if any is bad, good only if all are good. */
export function verdict(checks: Check[]): Finding {
  if (checks.some(({ finding }) => finding === "bad")) return "bad";
  return checks.every(({ finding }) => finding === "good") ? "good" : "unknown";
}

/** Return whether a commitment was made to a secret, which is written in hexadecimal. */
export const isCommitmentTo = (commitment: string, secret: string): boolean =>
  isHex(secret) && bytesToHex(sha256(hexToBytes(secret))) === commitment;

/** The server's seed must match the commitment that this device saw first. */
function checkSeed(fair: FairShown, { commitment }: StoredSeat): Finding {
  if (!commitment || !fair.seed) return "unknown";
  return judge(isCommitmentTo(commitment, fair.seed) && commitment === fair.commitment);
}

/** The share that this device revealed last; a solitaire sends its only share at once. */
const ownShare = ({ game, shares = [] }: StoredSeat) =>
  shares.findLast(({ seen }) => seen || describeGame(game).is_solitaire);

function checkOwn({ words }: FairShown, stored: StoredSeat): Finding {
  const own = ownShare(stored);
  if (!own || !words) return "unknown";
  return judge(words.includes(own.words));
}

/** In a solitaire nothing but the player's share may be mixed in. */
function checkAlone({ words }: FairShown, stored: StoredSeat): Finding {
  const own = ownShare(stored);
  if (!own || !words) return "unknown";
  return judge(words.length === 1 && words[0] === own.words);
}

/** The shares must be those that were committed to before this device revealed its own, in that order and no others. */
function checkOthers({ words }: FairShown, stored: StoredSeat): Finding {
  const seen = ownShare(stored)?.seen;
  if (!seen || !words) return "unknown";
  const committed = seen.filter((share) => share !== null);
  return judge(isSame(words.map(hashShare), committed));
}

/** A shuffle that was repeated because somebody left proves less. */
function checkFirst({ shares = [] }: StoredSeat): Exclude<Finding, "bad"> {
  return shares.filter(({ seen }) => seen).length === 1 ? "good" : "unknown";
}

/** The record's cards must be those that the published seed and shares give. */
function checkCards({ seed, words }: FairShown, deck: readonly string[], record: GameRecord | null): Finding {
  if (!record || !seed || !words) return "unknown";
  const { cards = [], fair } = record.deal ?? {};
  if (!isHex(seed) || fair?.seed !== seed || !isSame(fair.mix ?? [], words)) return "bad";
  return judge(isSame(cards, shuffle(deck, shuffleKey(seed, words))));
}

const judge = (isRight: boolean): Finding => (isRight ? "good" : "bad");
const isHex = (text: string) => /^([0-9a-f]{2})+$/.test(text);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** HMAC-SHA256, keyed with the seed, of all shares in the order of seats, each after its length. */
export function shuffleKey(seed: string, words: string[]): Uint8Array {
  const parts = words.map(utf8ToBytes).flatMap((word) => [bigEndian(word.length, 4), word]);
  return hmac(sha256, hexToBytes(seed), concatBytes(utf8ToBytes("underdeck/fair/1\n"), ...parts));
}

/** Fisher-Yates shuffle from the last position to the second, drawn without bias. */
export function shuffle(deck: readonly string[], key: Uint8Array): string[] {
  const order = [...deck];
  const numbers = randomNumbers(key);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = drawBelow(last + 1, numbers);
    [order[last], order[chosen]] = [order[chosen] as string, order[last] as string];
  }
  return order;
}

/** Unsigned 32-bit numbers, big-endian, from HMAC-SHA256 of a counter. */
function* randomNumbers(key: Uint8Array): Generator<number, never> {
  for (let count = 0; ; count++) {
    const block = new DataView(hmac(sha256, key, bigEndian(count, 8)).buffer);
    for (let start = 0; start < 32; start += 4) yield block.getUint32(start);
  }
}

/** Draw a number below the limit; rejecting the uneven end of the range keeps it unbiased. */
export function drawBelow(limit: number, numbers: Iterator<number, number>): number {
  const even = 2 ** 32 - (2 ** 32 % limit);
  let number = numbers.next().value;
  while (number >= even) number = numbers.next().value;
  return number % limit;
}

function bigEndian(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}
