/** Competitions as the screens show them: whose turn it is, what is new, and what can be done next. */
import { groupBy } from "./group";
import type { CompetitionShown, DebtShown, EntrantShown } from "./protocol";

export type Kind = CompetitionShown["kind"];
export type CompetitionGame = EntrantShown["games"][number];

/** What this player can do in a competition. */
export type NextStep =
  | { do: "play" | "resume"; number: number }
  | { do: "enter" | "wait_for_entrants" | "wait_for_games" | "none" };

export const ownEntrant = ({ entrants }: CompetitionShown): EntrantShown | null =>
  entrants.find(({ is_you }) => is_you) ?? null;

/** Return the next step of this player. */
export function nextStep(shown: CompetitionShown): NextStep {
  const own = ownEntrant(shown);
  if (shown.is_over) return { do: "none" };
  if (!own) return { do: shown.can_enter ? "enter" : "none" };
  const number = shown.next_game;
  if (number === null || own.is_finished) return { do: "wait_for_games" };
  const running = own.games.some((game) => game.number === number && game.status === "running");
  if (running) return { do: "resume", number };
  return shown.can_play ? { do: "play", number } : { do: "wait_for_entrants" };
}

/** The entrants that still have games to play. */
export const unfinished = ({ entrants }: CompetitionShown): EntrantShown[] =>
  entrants.filter(({ is_finished }) => !is_finished);

/** A game that somebody else has finished. */
export interface News {
  name: string;
  game: CompetitionGame;
}

/** Return the games of others that were finished between two states of a competition. Two entrants may have one name. */
export function newlyFinished(before: CompetitionShown, after: CompetitionShown): News[] {
  const known = groupBy(finishedByOthers(before), newsKey);
  return [...groupBy(finishedByOthers(after), newsKey)].flatMap(([key, news]) =>
    news.slice(known.get(key)?.length ?? 0),
  );
}
const newsKey = ({ name, game }: News) => `${game.number} ${name}`;
const finishedByOthers = ({ entrants }: CompetitionShown): News[] =>
  entrants
    .filter(({ is_you }) => !is_you)
    .flatMap(({ name, games }) => games.filter(({ status }) => status === "over").map((game) => ({ name, game })));

/** Return all games of an entrant in order, those not begun included. */
export function gameRow({ games }: EntrantShown, length: number): CompetitionGame[] {
  return Array.from({ length }, (_, index) => games.find(({ number }) => number === index + 1) ?? openGame(index + 1));
}
const openGame = (number: number): CompetitionGame => ({
  number,
  status: "open",
  outcome: null,
  points: 0,
  kings: 0,
  turns: 0,
  table: null,
});

/** Put the running competitions first; within both groups the order stays. */
export const runningFirst = (shown: readonly CompetitionShown[]): CompetitionShown[] => [
  ...shown.filter(({ is_over }) => !is_over),
  ...shown.filter(({ is_over }) => is_over),
];

/** The state of a debt, for the player who looks at it. */
export type DebtState = "cancelled" | "settled" | "open" | "yours_missing" | "theirs_missing";

export function debtState({ amount, is_settled, settled_by, you }: DebtShown): DebtState {
  if (amount === 0) return "cancelled";
  if (is_settled) return "settled";
  if (settled_by.length === 0) return "open";
  return you && !settled_by.includes(you) ? "yours_missing" : "theirs_missing";
}
