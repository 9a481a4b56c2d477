/** The chronicles of a profile as a book: its tales from the oldest to the newest, and tables about them. */
import type { ChronicleShown, GameListed, JournalEntry } from "../../core/protocol";

export interface BookTale {
  listed: GameListed;
  chronicle: ChronicleShown;
}
/** What a hero carried at the end, as the chronicle knows it. */
export interface Treasure {
  table: string;
  subject: string;
  kings: number;
  points: number;
  gold: number;
}
export interface Book {
  tales: BookTale[];
  /** Games that can't be told, the oldest first. */
  untold: GameListed[];
  /** The treasure of those who got out with any. */
  treasures: Treasure[];
  total: Omit<Treasure, "table" | "subject">;
  /** The gold of those who didn't get out. */
  lostGold: number;
}

/** Bind entries, which come newest first, into a book. */
export function bindBook(entries: readonly JournalEntry[]): Book {
  const oldestFirst = entries.toReversed();
  const tales = oldestFirst.flatMap(({ listed, chronicle }) => (chronicle ? [{ listed, chronicle }] : []));
  const untold = oldestFirst.flatMap(({ listed, chronicle }) => (chronicle ? [] : [listed]));
  const treasures = tales.filter(({ listed }) => listed.survived).flatMap(treasureOf);
  return {
    tales,
    untold,
    treasures,
    total: { kings: sum(treasures, "kings"), points: sum(treasures, "points"), gold: sum(treasures, "gold") },
    lostGold: sum(tales.filter(({ listed }) => !listed.survived).flatMap(treasureOf), "gold"),
  };
}

/** Return the treasure of a tale: none if its game has no treasure, or nothing was carried. */
function treasureOf({ listed: { table }, chronicle: { subject, plot } }: BookTale): Treasure[] {
  const { kings, points, gold } = plot;
  if (typeof kings !== "number" || typeof points !== "number" || typeof gold !== "number") return [];
  return kings || points || gold ? [{ table, subject, kings, points, gold }] : [];
}

const sum = (treasures: Treasure[], column: "kings" | "points" | "gold") =>
  treasures.reduce((total, treasure) => total + treasure[column], 0);
