/** The part of a leaderboard that is shown at first. */

const MAX_SHOWN = 10;

/** Return the best lines, and this player's own if it is further down. */
export function visibleLines<Line extends { is_you: boolean }>(lines: readonly Line[], max = MAX_SHOWN): Line[] {
  const best = lines.slice(0, max);
  return [...best, ...lines.slice(max).filter(({ is_you }) => is_you)];
}
