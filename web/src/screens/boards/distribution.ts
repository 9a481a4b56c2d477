/** The results of everybody at one deal, in bars. */
import type { Leaderboard } from "../../core/protocol";

type Counts = Leaderboard["distribution"];

export interface ResultBar {
  /** The outcome of games without points; null for a range of points. */
  outcome: string | null;
  from: number;
  to: number;
  count: number;
  /** Whether this player's result is among them. */
  isYours: boolean;
}

const WIDTH = 10;
const rangeOf = (points: number) => Math.floor(points / WIDTH);

/** Sort results into bars: lost games by outcome, then points in tens up to the highest, empty ranges included. */
export function resultBars(
  counts: Counts,
  lostOutcomes: readonly string[],
  own: { outcome: string | null; points: number } | null,
): ResultBar[] {
  const scored = counts
    .filter(({ value }) => !lostOutcomes.includes(value))
    .map(({ value, count }) => ({ points: Number(value), count }));
  const highest = Math.max(-1, ...scored.map(({ points }) => rangeOf(points)));
  const lowest = Math.min(highest, ...scored.map(({ points }) => rangeOf(points)));
  const isLost = own !== null && lostOutcomes.includes(own.outcome ?? "");
  const lost = lostOutcomes.map((outcome) => ({
    outcome,
    from: 0,
    to: 0,
    count: counts.find(({ value }) => value === outcome)?.count ?? 0,
    isYours: own?.outcome === outcome,
  }));
  const ranges = Array.from({ length: highest < 0 ? 0 : highest - lowest + 1 }, (_, index) => index + lowest).map(
    (range) => ({
      outcome: null,
      from: range * WIDTH,
      to: range * WIDTH + WIDTH - 1,
      count: scored.filter(({ points }) => rangeOf(points) === range).reduce((sum, { count }) => sum + count, 0),
      isYours: own !== null && own.outcome !== null && !isLost && rangeOf(own.points) === range,
    }),
  );
  return [...lost, ...ranges];
}
