/** The prospects of moves as the advice panel draws them. */
import type { BarRow } from "../core/charts/BarList.svelte";
import { formatChance, formatNumber } from "../core/numbers";
import type { AdviceShown, EstimateShown, MoveAdvised } from "../core/protocol";
import { say } from "../core/words.svelte";

export type Measure = "win" | "escape" | "points";
const MEASURES: readonly Measure[] = ["win", "escape", "points"];
/** The least upper end of the scale of points. */
const MIN_POINTS = 10;

const formatOf = (measure: Measure) => (measure === "points" ? (n: number) => formatNumber(n, 1) : formatChance);

/** Return the upper end of the scale that the bars of all moves share. */
function scaleOf(moves: readonly MoveAdvised[], measure: Measure): number {
  if (measure !== "points") return 1;
  return Math.max(MIN_POINTS, ...moves.map(({ points }) => points?.high ?? points?.mean ?? 0));
}

function barOf(measure: Measure, { mean, low, high }: EstimateShown, scale: number): BarRow {
  const format = formatOf(measure);
  const hasInterval = low !== null && high !== null && low < high;
  return {
    name: measure,
    label: say(`advice.${measure}`),
    text: format(mean),
    note: hasInterval ? say("advice.interval", { low: format(low), high: format(high) }) : "",
    value: mean / scale,
    low: (low ?? mean) / scale,
    high: (high ?? mean) / scale,
  };
}

/** Return the bars of a move: its chances to win and to escape, and its points. */
export function barsOf(move: MoveAdvised, moves: readonly MoveAdvised[]): BarRow[] {
  return MEASURES.flatMap((measure) => {
    const estimate = move[measure];
    return estimate ? [barOf(measure, estimate, scaleOf(moves, measure))] : [];
  });
}

type Basis = Pick<AdviceShown, "refining" | "games" | "searched" | "is_rough">;

/** Return whether values are too rough to be shown, and better ones are on their way. */
export const isGuess = ({ refining, is_rough }: Pick<Basis, "refining" | "is_rough">): boolean =>
  Boolean(refining && is_rough);

/** Say what the advice rests on. */
export function basisText({ refining, games, searched, is_rough }: Basis): string {
  if (refining) return say(is_rough ? "advice.guessing" : "advice.refining");
  if (games) return say("advice.played_out", { n: formatNumber(games) });
  if (searched) return say("advice.searched", { n: formatNumber(searched) });
  return say(is_rough ? "advice.rough" : "advice.estimated");
}

/** Return the moves to list: of those that begin the same fight only the first. */
export function listedMoves(moves: readonly MoveAdvised[]): MoveAdvised[] {
  const fights = new Set<string>();
  return moves.filter(({ fight = [] }) => {
    const key = fight.join(" ");
    if (!key) return true;
    const isNew = !fights.has(key);
    fights.add(key);
    return isNew;
  });
}

/** Say how much worse a move is than the best one; the server counts no loss that may be chance. */
export function lossText({ loss, is_unclear }: MoveAdvised, goal: AdviceShown["goal"]): string {
  if (is_unclear) return say("advice.unclear");
  const n = Math.round(loss * (goal === "points" ? 10 : 1000)) / 10;
  if (n === 0) return say("advice.equal");
  return say(goal === "points" ? "advice.loss_points" : "advice.loss_win", { n, text: formatNumber(n) });
}
