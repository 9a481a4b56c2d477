/** The filter of the history and of the statistics: a game, a set of house rules, a period and an opponent. */
import type { GameName } from "../../core/games";
import type { HistoryRequest } from "../../core/protocol";

export interface HistoryFilter {
  /** Empty for all games. */
  game: GameName | "";
  /** The key of a set of house rules, which is empty for the printed rules; null for all. */
  house: string | null;
  /** A month such as `2026-11`, a year such as `2026`, or empty for all. */
  period: string;
  /** A profile, or `bot:` and a name; empty for all. */
  opponent: string;
}

export const NO_FILTER: HistoryFilter = { game: "", house: null, period: "", opponent: "" };

/** Return the first and the last month of a period. */
export function monthsOf(period: string): Pick<HistoryRequest, "since" | "until"> {
  if (!period) return {};
  return period.includes("-") ? { since: period, until: period } : { since: `${period}-01`, until: `${period}-12` };
}

/** Return the fields of a request for the games that pass a filter, except for the game itself. */
export function requestFields({ house, period, opponent }: HistoryFilter): Omit<HistoryRequest, "game"> {
  return { ...(house !== null && { house }), ...monthsOf(period), ...(opponent && { opponent }) };
}

/** Return whether a filter leaves games of the chosen game out. */
export const isNarrow = ({ house, period, opponent }: HistoryFilter): boolean =>
  house !== null || period !== "" || opponent !== "";

/** Return the years with their months, both newest first. */
export function yearsOf(months: readonly string[]): { year: string; months: string[] }[] {
  const newestFirst = [...new Set(months)].sort().reverse();
  const years = new Set(newestFirst.map((month) => month.slice(0, 4)));
  return [...years].map((year) => ({ year, months: newestFirst.filter((month) => month.startsWith(year)) }));
}

/** Return whether a time in milliseconds lies in a period; months are those of UTC, as on the server. */
export function isInPeriod(period: string, moment: number): boolean {
  return new Date(moment).toISOString().startsWith(period);
}
