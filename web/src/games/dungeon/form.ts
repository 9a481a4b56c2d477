/** The form for a new Dungeon table, and the request made from it. */
import type { TableRequest } from "../../core/open";

export type Company = "bots" | "friends" | "lobby";
export type Occupant = "person" | "careful" | "random";
type Bots = NonNullable<TableRequest["bots"]>;

/** Seconds for a move, and a reserve for the whole game. */
export const CLOCKS = [
  { move: 0, reserve: 0 },
  { move: 30, reserve: 180 },
  { move: 60, reserve: 300 },
];
/** The variants that make the dungeon darker: each includes the one before, so at most one is chosen. */
export const LIGHT_VARIANTS = ["jokers_wild", "almost_black", "pitch_black"] as const;

export interface Form {
  company: Company;
  players: number;
  /** The occupants of all seats but the player's own. */
  seats: Occupant[];
  light: "" | (typeof LIGHT_VARIANTS)[number];
  house: Record<string, number | boolean>;
  clock: number;
  /** What happens to a seat whose time has run out. */
  onTimeout: "bot" | "lose";
  window: number;
  pace: number;
  words: string;
}

export function newForm(): Form {
  return {
    company: "bots",
    players: 3,
    seats: ["person", "person", "person"],
    light: "",
    house: {},
    clock: 0,
    onTimeout: "bot",
    window: 4,
    pace: 0.8,
    words: "",
  };
}

/** Return the occupants of the other seats; a game against bots has no other people. */
export function occupants({ company, players, seats }: Form): Occupant[] {
  return seats
    .slice(0, players - 1)
    .map((occupant) => (company === "bots" && occupant === "person" ? "careful" : occupant));
}

export function tableRequest(form: Form): TableRequest {
  const others = occupants(form);
  const bots = others.filter((occupant) => occupant !== "person") as Bots;
  const hasPeople = others.length > bots.length;
  const { move, reserve } = CLOCKS[form.clock] ?? { move: 0, reserve: 0 };
  const house = { ...form.house, players: form.players, ...(form.light && { [form.light]: true }) };
  return {
    game: "dungeon",
    house,
    bots,
    words: form.words.trim(),
    listed: form.company === "lobby" && hasPeople,
    // biome-ignore lint/suspicious/noThenProperty: the name of the field in the protocol
    clock: hasPeople && move ? { move, reserve, then: form.onTimeout } : null,
    window: form.window,
    pace: form.pace,
  };
}
