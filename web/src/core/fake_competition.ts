/** Competitions for tests. */
import type { CompetitionGame } from "./competition";
import type { CompetitionShown, DebtShown, EntrantShown } from "./protocol";

export const gameOf = (number: number, fields: Partial<CompetitionGame> = {}): CompetitionGame => ({
  number,
  status: "over",
  outcome: "escaped",
  points: 10,
  kings: 1,
  turns: 7,
  table: null,
  ...fields,
});

export const entrantOf = (
  name: string,
  games: CompetitionGame[],
  fields: Partial<EntrantShown> = {},
): EntrantShown => ({
  name,
  is_you: false,
  rank: 1,
  played: games.filter(({ status }) => status === "over").length,
  points: games.reduce((sum, { points }) => sum + points, 0),
  kings: 0,
  turns: 0,
  is_finished: false,
  games,
  ...fields,
});

export const competitionOf = (fields: Partial<CompetitionShown> = {}): CompetitionShown => ({
  competition: "c1",
  kind: "contest",
  game: "solitaire",
  house: {},
  games: 3,
  same_deals: true,
  stake: 0,
  currency: "",
  creator: "Ada",
  created: 0,
  is_over: false,
  is_creator: true,
  can_enter: true,
  can_play: true,
  next_game: 1,
  commitment: "c".repeat(64),
  seed: null,
  entrants: [entrantOf("Ada", [], { is_you: true })],
  debts: [],
  key: "k",
  is_open: true,
  ...fields,
});

export const debtOf = (fields: Partial<DebtShown> = {}): DebtShown => ({
  debt: "d1",
  competition: "c1",
  number: 1,
  debtor: "Bruno",
  creditor: "Ada",
  amount: 500,
  cancelled_amount: 0,
  currency: "coins",
  created: 0,
  you: "creditor",
  settled_by: [],
  is_settled: false,
  ...fields,
});
