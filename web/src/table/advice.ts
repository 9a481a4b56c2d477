/** The prospects of moves as the advice panel draws them. */
import { formatChance, formatNumber } from "../core/numbers";
import type { AdviceShown, EstimateShown, MoveAdvised } from "../core/protocol";
import { say } from "../core/words.svelte";

export type Measure = "win" | "escape" | "points";
const MEASURES: readonly Measure[] = ["win", "escape", "points"];
/** The least upper end of the scale of points. */
const MIN_POINTS = 10;
/** Losses below these amounts are smaller than the advice is exact. */
const NEGLIGIBLE = { win: 0.001, points: 0.05 };

export interface Bar {
  measure: Measure;
  /** The mean in the player's language. */
  text: string;
  /** The interval in words; empty without one. */
  range: string;
  /** The mean and the interval as shares of the scale. */
  value: number;
  low: number;
  high: number;
}

const formatOf = (measure: Measure) => (measure === "points" ? (n: number) => formatNumber(n, 1) : formatChance);

/** Return the upper end of the scale that the bars of all moves share. */
function scaleOf(moves: readonly MoveAdvised[], measure: Measure): number {
  if (measure !== "points") return 1;
  return Math.max(MIN_POINTS, ...moves.map(({ points }) => points.high ?? points.mean));
}

function barOf(measure: Measure, { mean, low, high }: EstimateShown, scale: number): Bar {
  const format = formatOf(measure);
  const hasInterval = low !== null && high !== null;
  return {
    measure,
    text: format(mean),
    range: hasInterval ? say("advice.interval", { low: format(low), high: format(high) }) : "",
    value: mean / scale,
    low: (low ?? mean) / scale,
    high: (high ?? mean) / scale,
  };
}

/** Return the bars of a move: its chances to win and to escape, and its points. */
export function barsOf(move: MoveAdvised, moves: readonly MoveAdvised[]): Bar[] {
  return MEASURES.flatMap((measure) => {
    const estimate = move[measure];
    return estimate ? [barOf(measure, estimate, scaleOf(moves, measure))] : [];
  });
}

/** Say how much worse a move is than the best one. */
export function lossText({ loss }: MoveAdvised, goal: AdviceShown["goal"]): string {
  if (loss < (goal === "points" ? NEGLIGIBLE.points : NEGLIGIBLE.win)) return say("advice.equal");
  if (goal !== "points") return say("advice.loss_win", { n: formatChance(loss) });
  const n = Math.round(loss * 10) / 10;
  return say("advice.loss_points", { n, text: formatNumber(n) });
}
