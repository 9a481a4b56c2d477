/** What the player has chosen so far, and what a click changes about it. */
import { rankOf } from "./cards";
import { fightingMoves } from "./fight";
import { type Chosen, type Move, movesWith, narrow } from "./moves";
import { type AimVerb, chosenByDrop, movesOfDrop } from "./targets";
import type { Dig } from "./tree";

export interface Selection {
  chosen: Chosen;
  /** The positions in the sorted hand of the chosen cards; several only in a fight. */
  picked: number[];
}

export const NOTHING: Selection = { chosen: {}, picked: [] };

/** The selection after a click, and the move to make if the click completes one. */
export interface Step {
  selection: Selection;
  move: Move | null;
}

export interface Situation {
  moves: Move[];
  /** The sorted hand. */
  hand: string[];
  /** Whether a move can be sent now. */
  isFree: boolean;
}

const keep = (selection: Selection): Step => ({ selection, move: null });
const make = (move: Move): Step => ({ selection: NOTHING, move });

/** Keep the selection after an update that changed neither the hand nor what can be done with the chosen card. */
export function carryOver(selection: Selection, handBefore: string[], { moves, hand }: Situation): Selection {
  const isSameHand = hand.length === handBefore.length && hand.every((code, index) => code === handBefore[index]);
  const possible = selection.chosen.card ? narrow(moves, selection.chosen) : fightingMoves(moves);
  return isSameHand && possible.length ? selection : NOTHING;
}

/** Choose other facets; without a card no card stays raised. */
export const select = ({ picked }: Selection, chosen: Chosen): Selection => ({
  chosen,
  picked: chosen.card ? picked : [],
});

/** Choose a card, or add it to a fight. A second click plays it, if it is clear how; a card to discard goes at once. */
export function pickCard(selection: Selection, { moves, hand, isFree }: Situation, index: number): Step {
  const code = hand[index];
  if (!code) return keep(selection);
  const isPicked = selection.picked.includes(index);
  const fighting = fightingMoves(moves);
  const canFight = (each: number) => movesWith(hand[each] ?? code, fighting).length > 0;
  if (fighting.length && (isPicked || canFight(index))) {
    const others = selection.picked.filter((other) => other !== index && canFight(other));
    return keep({ chosen: {}, picked: isPicked ? others : [...others, index] });
  }
  const isAgain = selection.chosen.card !== undefined && selection.picked[0] === index;
  const options = movesWith(code, moves);
  const played = isAgain ? defaultMove(options) : onlyDiscard(options);
  if (played && isFree) return make(played);
  return keep(isAgain || !moves.length ? NOTHING : { chosen: { card: rankOf(code) }, picked: [index] });
}

/** Return the move that a second click on a card makes: its only one, or the only way to dig with it. */
export function defaultMove(options: Move[]): Move | null {
  const digs = options.filter(({ verb }) => verb === "dig");
  const [only, ...more] = digs.length === 1 ? digs : options;
  return only && !more.length ? only : null;
}

function onlyDiscard([only, ...more]: Move[]): Move | null {
  return only?.verb === "discard" && !more.length ? only : null;
}

/** Aim the chosen card or verb at a player, which makes the move if only one is left. */
export function aimAt(selection: Selection, { moves, isFree }: Situation, target: number, verb?: AimVerb): Step {
  const chosen = { ...selection.chosen, target, ...(verb && { verb }) };
  const [only, ...more] = narrow(moves, chosen);
  return only && !more.length && isFree ? make(only) : keep(select(selection, chosen));
}

/** Drop a card of the hand on a target, which makes the move if only one is possible. */
export function dropCard(
  selection: Selection,
  { moves, hand, isFree }: Situation,
  index: number,
  target: string,
): Step {
  const code = hand[index];
  if (!code) return keep(selection);
  const options = movesOfDrop(target, code, moves);
  const [only, ...more] = options;
  if (only && !more.length && isFree) return make(only);
  return keep(only ? { chosen: chosenByDrop(target, options), picked: [index] } : selection);
}

/** The moves with the chosen card. */
const offered = ({ chosen }: Selection, moves: Move[]) => (chosen.card ? narrow(moves, chosen) : []);

/** Return the places where the chosen card can be dug. */
export const digsFor = (selection: Selection, moves: Move[]): Dig[] =>
  offered(selection, moves).flatMap(({ place, value, text }) =>
    place === undefined || value === undefined ? [] : [{ place, value, move: text }],
  );
