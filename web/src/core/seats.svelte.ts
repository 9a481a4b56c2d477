/** The seats that this device has keys to. A key opens a seat for whoever has it, so it stays here and in no address. */

export interface Seat {
  table: string;
  game: "tomb" | "dungeon";
  /** null for who only watches. */
  seat: number | null;
  key: string;
  join?: string | null;
  watch?: string | null;
  /** What the house promised of its shuffle, as it was first seen. */
  commitment?: string | null;
  /** The player's own words in the shuffle. */
  words?: string;
  opened: number;
  over?: boolean;
}

const KEY = "underdeck.seats";
const MOST = 200;

function read(): Seat[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

let kept = $state<Seat[]>(read());

export const seats = {
  /** Newest first. */
  get all(): readonly Seat[] {
    return kept;
  },
  find: (table: string): Seat | undefined => kept.find((seat) => seat.table === table),
  keep(seat: Seat): void {
    kept = [seat, ...kept.filter((other) => other.table !== seat.table)].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(kept));
  },
  change(table: string, parts: Partial<Seat>): void {
    kept = kept.map((seat) => (seat.table === table ? { ...seat, ...parts } : seat));
    localStorage.setItem(KEY, JSON.stringify(kept));
  },
  forget(table: string): void {
    kept = kept.filter((seat) => seat.table !== table);
    localStorage.setItem(KEY, JSON.stringify(kept));
  },
};
