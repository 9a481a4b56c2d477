/** The fighting cards chosen from the hand, as moves. */
import { rankOf } from "./cards";
import { type Move, narrow } from "./moves";

export const fightingMoves = (moves: Move[]): Move[] => narrow(moves, { verb: "fight" });

export interface PlannedCard {
  move: Move;
  /** All moves of the card: several if it can fight as other ranks. */
  options: Move[];
}

export interface FightPlan {
  /** The chosen cards that can fight, in the order of choosing. */
  cards: PlannedCard[];
  moves: Move[];
  /** The sum of the chosen cards. */
  total: number;
}

/** Plan a move for each chosen card; `preferred` has the ranks, by position, of cards that fight as other ones. */
export function planFight(moves: Move[], picked: string[], preferred: Move["as"][] = []): FightPlan {
  const cards = picked.flatMap((code, position) => {
    const options = narrow(fightingMoves(moves), { card: rankOf(code) });
    const move = options.find(({ as }) => as === preferred[position]) ?? options.at(-1);
    return move ? [{ move, options }] : [];
  });
  const planned = cards.map(({ move }) => move);
  return { cards, moves: planned, total: planned.reduce((sum, { value }) => sum + (value ?? 0), 0) };
}

/** Take the next move from a queue; if it isn't legal now, give up the rest. */
export function nextInQueue([next, ...rest]: Move[], legal: Move[]): { send: Move | null; rest: Move[] } {
  const isLegal = legal.some(({ text }) => text === next?.text);
  return next && isLegal ? { send: next, rest } : { send: null, rest: [] };
}
