/** A review as the replay draws it: lines over the steps, bars of luck and losses, and the costliest decisions. */
import { formatChance, formatNumber } from "../../core/numbers";
import type { PlayerReviewed, ReviewShown, TrackShown } from "../../core/protocol";
import { entry, say } from "../../core/words.svelte";

export interface Point {
  /** The step of the replay. */
  x: number;
  y: number;
}

/** What one decision cost its player or gave to another one, and what happened after it was worth. */
export interface Change {
  step: number;
  loss: number;
  gain: number;
  luck: number;
}

/** The least height of the scale of a line, so that small values don't look large. */
const MIN_SCALES: Record<string, number> = { win: 0.25, points: 20 };

const isChance = (goal: string) => goal === "win";

export const formatValue = (goal: string, value: number): string =>
  isChance(goal) ? formatChance(value) : formatNumber(value);

/** Format a difference with its sign; that of chances is in percentage points. */
export function formatChange(goal: string, change: number): string {
  const size = Math.abs(change) * (isChance(goal) ? 100 : 1);
  const text = formatNumber(size, isChance(goal) && size > 10 ? 0 : 1);
  if (text === formatNumber(0)) return text;
  return change < 0 ? `−${text}` : `+${text}`;
}

/** Return the line of a track: a decision lets it fall at its step, cards move it up or down until the next one. */
export function lineOf({ curve }: Pick<TrackShown, "curve">): Point[] {
  return curve.map((y, index) => ({ x: Math.floor(index / 2), y }));
}

/** Return the chance to win over a game of several players, with all hands open. */
export function openLineOf({ curve }: Pick<TrackShown, "curve">): Point[] {
  return curve.flatMap((y, index) => (index % 2 ? [] : [{ x: index / 2, y }]));
}

/** Return the game of one player, or the first one's. */
export const playerOf = ({ players = [] }: Pick<ReviewShown, "players">, seat: number): PlayerReviewed | undefined =>
  players.find((player) => player.seat === seat) ?? players[0];

export const isForSeveral = ({ players = [] }: Pick<ReviewShown, "players">): boolean => players.length > 1;

/** Return the upper end of a line's scale. */
export function scaleOf(goal: string, { curve }: Pick<TrackShown, "curve">): number {
  return Math.max(MIN_SCALES[goal] ?? 1, ...curve);
}

export function changesOf({ losses, gains = [], lucks }: Pick<TrackShown, "losses" | "gains" | "lucks">): Change[] {
  return losses.map((loss, step) => ({ step, loss, gain: gains[step] ?? 0, luck: lucks[step] ?? 0 }));
}

/** Return the step nearest to a place on the chart, given as a share of its width. */
export const stepAt = (share: number, last: number): number => Math.min(last, Math.max(0, Math.round(share * last)));

/** Say how a track went: start + luck - losses + gains from others' mistakes = result. */
export function trackText(
  goal: string,
  { start, luck, loss, gain = 0, result }: TrackShown,
  isOneOfSeveral: boolean,
): string {
  return entry("review", `${isOneOfSeveral ? "several" : "summary"}_${goal}`, {
    start: formatValue(goal, start),
    luck: formatChange(goal, luck),
    loss: formatChange(goal, -loss),
    gain: formatChange(goal, gain),
    result: formatValue(goal, result),
  });
}

/** The terms of the sum, in its order. */
export type Term = "start" | "luck" | "loss" | "gain" | "result";

/** Return the terms of the sum with their signs; nobody gives anything to the player of a solitaire. */
export function termsOf(
  { start, luck, loss, gain = 0, result }: TrackShown,
  isOneOfSeveral: boolean,
): [Term, number][] {
  const gained: [Term, number][] = isOneOfSeveral ? [["gain", gain]] : [];
  return [["start", start], ["luck", luck], ["loss", -loss], ...gained, ["result", result]];
}

/** Return the accuracy in whole percent, which is 100 only if nothing was lost. */
export function accuracyText({ accuracy }: Pick<TrackShown, "accuracy">): string {
  const whole = accuracy < 100 ? Math.min(99, Math.round(accuracy)) : 100;
  return formatChance(whole / 100);
}

/** Return when a move was made; a bid comes before the first turn. */
export const turnText = (turn: number): string => (turn ? say("review.at_turn", { turn }) : say("review.at_start"));

/** Return the numbers of the chart as rows of a table: the move, what was expected before it, its cost, gains, and the luck. */
export function reviewRows(
  { decisions, players }: Pick<ReviewShown, "decisions" | "players">,
  goal: string,
  seat: number,
  names: string[],
  textOf: (move: string, step: number) => string,
): string[][] {
  const track = playerOf({ players }, seat)?.tracks[goal];
  if (!track) return [];
  const gainsOf = (number: number) =>
    isForSeveral({ players }) ? [formatChange(goal, track.gains?.[number] ?? 0)] : [];
  const moveOf = ({ number, turn, move, seat }: ReviewShown["decisions"][number]) => {
    const parts = { n: number + 1, when: turnText(turn), move: textOf(move, number) };
    return isForSeveral({ players })
      ? say("review.row_of", { ...parts, name: names[seat ?? 0] ?? "" })
      : say("review.row", parts);
  };
  return decisions.map((decision) => [
    moveOf(decision),
    formatValue(goal, track.curve[2 * decision.number] ?? 0),
    formatChange(goal, -(track.losses[decision.number] ?? 0)),
    ...gainsOf(decision.number),
    formatChange(goal, track.lucks[decision.number] ?? 0),
  ]);
}
