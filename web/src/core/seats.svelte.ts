/** The seats that this device has keys to. Anyone with the key can play the seat, so keys are only kept in local storage. */

import { type GameName, isGame } from "./games";

/** A random text that this device mixes into a shuffle. */
export interface Share {
  words: string;
  /** The commitments of all seats when this share was revealed; none while nobody has seen it. */
  seen?: (string | null)[];
}

export interface Seat {
  table: string;
  game: GameName;
  /** null for a spectator. */
  seat: number | null;
  key: string;
  join?: string | null;
  watch?: string | null;
  /** The server's commitment to its part of the shuffle, as it was first seen. */
  commitment?: string | null;
  /** The words that the player typed for the shuffle. */
  words?: string;
  /** The shares drawn for this table: several if the shuffle was repeated. */
  shares?: Share[];
  opened: number;
  over?: boolean;
}

const KEY = "underdeck.seats";
const MAX_SEATS = 200;

const isSeat = (stored: Partial<Seat> | null): boolean =>
  typeof stored?.table === "string" && typeof stored.key === "string";

function read(): Seat[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSeat) : [];
  } catch {
    return [];
  }
}

let current = $state.raw<Seat[]>(read());

/**
 * The stored seats, with the shares that this tab knows of. Two tabs that write at the same time overwrite each other;
 * shares are only ever added to, so that joining both lists loses none.
 */
function readAndJoin(): Seat[] {
  return read().map((seat) => {
    const shares = joinShares(seat.shares ?? [], current.find(({ table }) => table === seat.table)?.shares ?? []);
    return shares.length ? { ...seat, shares } : seat;
  });
}

function joinShares(stored: Share[], known: Share[]): Share[] {
  const joined = stored.map((share) => {
    const seen = share.seen ?? known.find(({ words }) => words === share.words)?.seen;
    return seen ? { ...share, seen } : share;
  });
  return [...joined, ...known.filter(({ words }) => !stored.some((share) => share.words === words))];
}

function write(change: (seats: Seat[]) => Seat[]): void {
  current = change(readAndJoin());
  localStorage.setItem(KEY, JSON.stringify(current));
}
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  current = readAndJoin();
  const joined = JSON.stringify(current);
  if (joined !== localStorage.getItem(KEY)) localStorage.setItem(KEY, joined);
});

export const seats = {
  /** The seats in games that the page knows, newest first. */
  get all(): readonly Seat[] {
    return current.filter(({ game }) => isGame(game));
  },
  find: (table: string): Seat | undefined => current.find((seat) => seat.table === table),
  /** The seat as it is stored now, including changes by other tabs. */
  reread: (table: string): Seat | undefined => readAndJoin().find((seat) => seat.table === table),
  /** Save a seat. If it is already stored, its first commitment, its shares and all other fields stay. */
  save(seat: Seat): void {
    write((all) => {
      const known = all.find((other) => other.table === seat.table);
      const shares = joinShares(known?.shares ?? [], seat.shares ?? []);
      const merged = { ...known, ...seat, commitment: known?.commitment ?? seat.commitment, shares };
      return [merged, ...all.filter((other) => other.table !== seat.table)].slice(0, MAX_SEATS);
    });
  },
  change(table: string, fields: Partial<Seat>): void {
    write((all) => all.map((seat) => (seat.table === table ? { ...seat, ...fields } : seat)));
  },
  remove(table: string): void {
    write((all) => all.filter((other) => other.table !== table));
  },
};
