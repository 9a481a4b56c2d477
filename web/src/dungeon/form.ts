/** What a new table of Dungeon is made of, and what the house is asked for. */
import type { Wanted } from "../core/open";

export type Company = "bots" | "friends" | "lobby";
export type Sitter = "person" | "careful" | "random";
type Bots = NonNullable<Wanted["bots"]>;

/** Seconds for a move, and a reserve for the whole game. */
export const CLOCKS = [
  { move: 0, reserve: 0 },
  { move: 30, reserve: 180 },
  { move: 60, reserve: 300 },
];
/** How dark it is: each includes the one before, so that only one is asked for. */
export const LIGHTS = ["jokers_wild", "almost_black", "pitch_black"] as const;

export interface Form {
  company: Company;
  players: number;
  /** Who sits in the seats beside one's own. */
  seats: Sitter[];
  light: "" | (typeof LIGHTS)[number];
  house: Record<string, number | boolean>;
  clock: number;
  /** What becomes of a seat whose time has run out. */
  late: "bot" | "lose";
  window: number;
  pace: number;
  words: string;
}

export function freshForm(): Form {
  return {
    company: "bots",
    players: 3,
    seats: ["person", "person", "person"],
    light: "",
    house: {},
    clock: 0,
    late: "bot",
    window: 4,
    pace: 0.8,
    words: "",
  };
}

/** Who sits where, given the company: alone with bots, nobody else is a person. */
export function sitters({ company, players, seats }: Form): Sitter[] {
  return seats.slice(0, players - 1).map((sitter) => (company === "bots" && sitter === "person" ? "careful" : sitter));
}

export function wantedTable(form: Form): Wanted {
  const all = sitters(form);
  const bots = all.filter((sitter) => sitter !== "person") as Bots;
  const people = all.length > bots.length;
  const { move, reserve } = CLOCKS[form.clock] ?? { move: 0, reserve: 0 };
  const house = { ...form.house, players: form.players, ...(form.light && { [form.light]: true }) };
  return {
    game: "dungeon",
    house,
    bots,
    words: form.words.trim(),
    listed: form.company === "lobby" && people,
    // biome-ignore lint/suspicious/noThenProperty: that is what the house calls it
    clock: people && move ? { move, reserve, then: form.late } : null,
    window: form.window,
    pace: form.pace,
  };
}
