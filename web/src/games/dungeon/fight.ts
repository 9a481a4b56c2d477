/** The fighting cards chosen from the hand, as moves. */
import { rankOf } from "./cards";
import { type Move, narrow } from "./moves";

export const fightingMoves = (moves: Move[]): Move[] => narrow(moves, { verb: "fight" });

export interface FightPlan {
  /** One move for each chosen card, in the order of choosing. */
  moves: Move[];
  /** The moves of a chosen card that fights as another rank, and the one of them that is planned. */
  options: Move[];
  option: Move | null;
  /** The sum of the chosen cards. */
  total: number;
}

/** Plan the moves for the chosen cards; `as` is the rank preferred for a card that fights as another one. */
export function planFight(moves: Move[], picked: string[], as: Move["as"]): FightPlan {
  const options: Move[] = [];
  let option: Move | null = null;
  const planned = picked.flatMap((code) => {
    const found = narrow(fightingMoves(moves), { card: rankOf(code) });
    const move = found.find((each) => each.as === as) ?? found.at(-1);
    if (move?.as) {
      options.splice(0, options.length, ...found);
      option = move;
    }
    return move ?? [];
  });
  return { moves: planned, options, option, total: planned.reduce((sum, { value }) => sum + (value ?? 0), 0) };
}

/** Take the next move from a queue; if it isn't legal now, give up the rest. */
export function nextInQueue([next, ...rest]: Move[], legal: Move[]): { send: Move | null; rest: Move[] } {
  const isLegal = legal.some(({ text }) => text === next?.text);
  return next && isLegal ? { send: next, rest } : { send: null, rest: [] };
}
