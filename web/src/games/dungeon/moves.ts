/** Legal moves grouped for choosing, facet by facet. */
import type { DungeonMoveShown } from "../../core/protocol";
import { rankOf } from "./cards";

export type Move = DungeonMoveShown;
type PartialFacet = "verb" | "card" | "target" | "as" | "asked";
export type Facet = PartialFacet | "text";
/** The facets chosen so far. */
export type Chosen = Partial<Pick<Move, PartialFacet>>;

export interface Choice {
  facet: Facet;
  value: string | number | undefined;
  moves: Move[];
}

const FACETS: PartialFacet[] = ["verb", "card", "target", "as", "asked"];

export function narrow(moves: Move[], chosen: Chosen): Move[] {
  return moves.filter((move) => Object.entries(chosen).every(([facet, value]) => move[facet as Facet] === value));
}

/** Return the moves that play a card, or take it. */
export const movesWith = (code: string, moves: Move[]): Move[] => narrow(moves, { card: rankOf(code) });

export const singleChoices = (moves: Move[]): Choice[] =>
  moves.map((move) => ({ facet: "text", value: move.text, moves: [move] }));

/** Return the next choice: the first facet in which the moves differ. Moves to places are listed one by one. */
export function choicesOf(moves: Move[]): Choice[] {
  if (moves.every(({ place }) => place !== undefined)) return singleChoices(moves);
  const facet = FACETS.find((each) => new Set(moves.map((move) => move[each])).size > 1);
  if (!facet) return singleChoices(moves);
  const values = [...new Set(moves.map((move) => move[facet]))];
  return values.map((value) => ({ facet, value, moves: moves.filter((move) => move[facet] === value) }));
}

/** Answers with a card that have a button of their own, since they may be possible out of turn. */
const ANSWERS = new Set<Move["verb"]>(["ace", "counter", "save"]);

/** Whether a move starts with choosing a card; every other move has a button of its own. */
export const needsCard = ({ card, verb }: Move): boolean => card !== undefined && !ANSWERS.has(verb);

/** Whether the card of a move is one of the hand; a robber takes one of the discards. */
export const isFromHand = ({ verb }: Move): boolean => verb !== "take";
