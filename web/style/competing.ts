/** Data for the components of dailies, competitions and shared deals. */
import { competitionOf, debtOf, entrantOf, gameOf } from "../src/core/fake_competition";
import type { Calendar, Leaderboard } from "../src/core/protocol";
import { firstGame } from "../src/games/registry";

const line = (rank: number, name: string, points: number, outcome = "escaped") => ({
  rank,
  name,
  is_you: name === "Ada",
  outcome,
  points,
  kings: Math.floor(points / 15),
  turns: 9 + rank,
  at: 0,
});

export const BOARD: Leaderboard = {
  players: 9,
  ranked: [line(1, "Casimir", 62), line(2, "Ada", 47), line(3, "Odile", 31), line(4, "Zita", 0, "slain")],
  assisted: [line(1, "Lupo", 55)],
  distribution: [
    { value: "lost", count: 1 },
    { value: "slain", count: 3 },
    { value: "31", count: 2 },
    { value: "47", count: 2 },
    { value: "62", count: 1 },
  ],
  you: { ...line(2, "Ada", 47), status: "over", table: "style", standing: "ranked" },
};

export const CALENDAR: Calendar = {
  today: "2026-11-17",
  days: [
    { day: "2026-11-14", status: "over", standing: "ranked", outcome: "escaped", points: 31, kings: 2 },
    { day: "2026-11-15", status: "over", standing: "assisted", outcome: "escaped", points: 12, kings: 0 },
    { day: "2026-11-16", status: "over", standing: "ranked", outcome: "slain", points: 0, kings: 0 },
    { day: "2026-11-17", status: "running", standing: "ranked", outcome: null, points: 0, kings: 0 },
  ],
  streak: 3,
  longest_streak: 5,
};

const DEBTS = [
  debtOf({ debtor: "Casimir" }),
  debtOf({
    debt: "d2",
    number: 2,
    amount: 0,
    cancelled_amount: 200,
    debtor: "Ada",
    creditor: "Casimir",
    you: "debtor",
  }),
  debtOf({ debt: "d3", number: 3, debtor: "Odile", settled_by: ["debtor"] }),
];

export const WAGER = competitionOf({
  kind: "wager",
  game: firstGame.name,
  stake: 50,
  currency: "coins",
  next_game: 3,
  entrants: [
    entrantOf("Casimir", [gameOf(1, { points: 40 }), gameOf(2, { status: "running" })], { rank: 1 }),
    entrantOf("Ada", [gameOf(1), gameOf(2, { outcome: "slain", points: 0 })], { rank: 2, is_you: true }),
    entrantOf("Odile", [], { rank: 3 }),
  ],
  debts: DEBTS,
});

export const LEDGER = { balances: [], debts: DEBTS };
