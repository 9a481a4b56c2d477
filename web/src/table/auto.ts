/** Answers that the page gives by itself, because they are no choice. */
import type { MoveShown } from "../core/protocol";

/** Moves that end a player's game are always made by the player. */
type ForcedMove = MoveShown & { lethal?: boolean; lets_win?: number };

/** How long a forced answer is shown before it is made. */
export const FORCED_MS = 900;

export interface Forced<Move> {
  move: Move;
  /** Nobody may notice who had no choice in a window, so its answers aren't delayed. */
  delayMs: number;
}

/** Return whether the game waits for a seat; an ace may be legal without being an answer. */
export const isAsked = (view: object | null | undefined, seat: number | null | undefined): boolean =>
  view != null && "waiting" in view && Array.isArray(view.waiting) && view.waiting.includes(seat);

/** Return the only legal move, unless it ends the game for the player or lets another player win. */
export function forcedMove<Move extends ForcedMove>(moves: Move[], isWindow: boolean): Forced<Move> | null {
  const [only, ...more] = moves;
  if (!only || more.length || only.lethal || only.lets_win !== undefined) return null;
  return { move: only, delayMs: isWindow && only.verb === "pass" ? 0 : FORCED_MS };
}
