/** What the viewer has to decide, and "pass until something concerns me": what is passed over, and what isn't. */
import type { DungeonShown } from "../../core/protocol";
import type { Move } from "./moves";

/** Moves that are always possible and never urgent. */
const NOT_URGENT = new Set<Move["verb"]>(["pass", "ace", "accuse"]);

const passOf = (moves: Move[]) => moves.find(({ verb }) => verb === "pass");

/** Return whether the viewer is asked now, and has more than one answer. */
export const mustDecide = ({ seat, waiting, legal }: Pick<DungeonShown, "seat" | "waiting" | "legal">): boolean =>
  seat !== null && waiting.includes(seat) && legal.length > 1;

/** Return whether a decision is the player's own: an attack, a question, a turn with a card to play, a lost game. */
export function concernsMe(
  { is_window, question }: Pick<DungeonShown, "is_window" | "question">,
  moves: Move[],
): boolean {
  if (!moves.length) return false;
  if (question?.lets_win !== undefined || !passOf(moves)) return true;
  return !is_window && moves.some(({ verb }) => !NOT_URGENT.has(verb));
}

/** Return the pass to make without asking the player; null if there is nothing to pass, or if it concerns the player. */
export const passFor = (view: Pick<DungeonShown, "is_window" | "question">, moves: Move[]): Move | null =>
  concernsMe(view, moves) ? null : (passOf(moves) ?? null);
