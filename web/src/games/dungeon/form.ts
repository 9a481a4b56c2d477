/** The form for a new Dungeon table, and the request made from it. */
import type { GameOptions } from "../../core/format";
import type { TableRequest } from "../../core/open";
import type { GameShown } from "../../core/protocol";
import { type Bots, firstOpponents } from "./opponents";
import { type OptionRules, withoutObstacles } from "./options";

export const COMPANIES = ["bots", "friends", "lobby"] as const;
export type Company = (typeof COMPANIES)[number];
/** A person, or a bot by its name. */
export type Occupant = string;

export const PERSON: Occupant = "person";

/** Seconds for a move, and a reserve for the whole game. */
export const CLOCKS = [
  { move: 0, reserve: 0 },
  { move: 30, reserve: 180 },
  { move: 60, reserve: 300 },
];

/** Seconds that everybody has to answer. */
export const WINDOWS_S = [3, 4, 6, 10, 20];

/** Wins that decide a match of rematches; 0 is a single game. */
export const MATCHES = [0, 2, 3, 5];

export interface Form {
  company: Company;
  players: number;
  /** The bots in the other seats of a game against bots. */
  opponents: Occupant[];
  /** The occupants of the other seats of a game with people. */
  seats: Occupant[];
  house: GameOptions;
  clock: number;
  /** What happens to a seat whose time has run out. */
  onTimeout: "bot" | "lose";
  window: number;
  words: string;
  match: number;
}

export function newForm(): Form {
  return {
    company: "bots",
    players: 3,
    opponents: [],
    seats: [],
    house: {},
    clock: 0,
    onTimeout: "bot",
    window: 4,
    words: "",
    match: 0,
  };
}

/** Bots that were chosen as opponents don't take the seats of friends, nor the other way round. */
const listOf = ({ company }: Pick<Form, "company">) => (company === "bots" ? "opponents" : "seats");

/** Return the occupants of the other seats; a game against bots has no other people. */
export function occupants(form: Form): Occupant[] {
  const chosen = form[listOf(form)];
  const usual = form.company === "bots" ? firstOpponents(form.players - 1) : [];
  return Array.from({ length: form.players - 1 }, (_, index) => chosen[index] ?? usual[index] ?? PERSON);
}

/** Return the form with an occupant of one of the other seats; those before it keep theirs. */
export function withOccupant(form: Form, index: number, occupant: Occupant): Form {
  const all = occupants(form);
  all[index] = occupant;
  const list = listOf(form);
  return { ...form, [list]: [...all, ...form[list].slice(all.length)] };
}

/** Return the bots as they are offered: characters first, the weakest first. */
export function offeredBots({ bots, characters }: Pick<GameShown, "bots" | "characters">): string[] {
  const own = characters.map(({ bot }) => bot).filter((bot) => bots.includes(bot));
  return [...own, ...bots.filter((bot) => !own.includes(bot))];
}

/** Return what a seat can be given to. */
export function occupantChoices({ company }: Form, game: Pick<GameShown, "bots" | "characters">): Occupant[] {
  return company === "bots" ? offeredBots(game) : [PERSON, ...offeredBots(game)];
}

/** Return the number of players and the house rules, without options that make no difference beside the others. */
export function houseOf({ house, players }: Form, rules: OptionRules): GameOptions {
  return withoutObstacles(rules, { ...house, players });
}

export function tableRequest(form: Form, rules: OptionRules): TableRequest {
  const others = occupants(form);
  const bots = others.filter((occupant) => occupant !== PERSON) as Bots;
  const hasPeople = others.length > bots.length;
  const { move, reserve } = CLOCKS[form.clock] ?? { move: 0, reserve: 0 };
  return {
    game: "dungeon",
    house: houseOf(form, rules),
    bots,
    words: form.words.trim(),
    listed: form.company === "lobby" && hasPeople,
    // biome-ignore lint/suspicious/noThenProperty: the name of the field in the protocol
    clock: hasPeople && move ? { move, reserve, then: form.onTimeout } : null,
    window: form.window,
    match: form.match,
  };
}
