/** The last games as points of a line. */
import { outcomeText } from "../../core/career";
import type { SparkPoint } from "../../core/charts/spark";
import { formatDay } from "../../core/numbers";
import type { RecentGame } from "../../core/protocol";
import { href } from "../../core/router.svelte";
import type { AnyGame } from "../../games/registry";

export const recentResult = ({ outcome, won }: RecentGame): string => outcomeText(outcome, won);

/** Return the result in words, with the score if the game has one. */
function recentText(played: RecentGame, { scoring }: AnyGame): string {
  const result = recentResult(played);
  return scoring ? `${result}, ${scoring.scoreText(played)}` : result;
}

/** Return the points of a line: the score if the game has one, else 1 for a win. */
export function sparkPoints(recent: readonly RecentGame[], game: AnyGame): SparkPoint[] {
  return recent.map((played) => ({
    href: href("replay", played.table),
    title: `${formatDay(played.at)}: ${recentText(played, game)}`,
    value: game.scoring ? played.points : Number(played.won),
    tone: played.won ? "won" : played.survived && game.scoring ? "good" : "bad",
  }));
}
