/** The fighting cards chosen from the hand, as moves. */
import { isJoker } from "../../cards/faces";
import type { FightShown } from "../../core/protocol";
import { type Move, movesWith, narrow } from "./moves";

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
  /** Whether one of them wins with the cards laid before: by the sum, or as a 2 against the Wight. */
  hasWinner: boolean;
}

/** Plan a move for each chosen card; `preferred` has the ranks, by position, of cards that fight as other ones. */
export function planFight(moves: Move[], picked: string[], preferred: Move["as"][] = []): FightPlan {
  const cards = picked.flatMap((code, position) => {
    const options = movesWith(code, fightingMoves(moves));
    const move = options.find(({ as }) => as === preferred[position]) ?? options.at(-1);
    return move ? [{ move, options }] : [];
  });
  const planned = cards.map(({ move }) => move);
  const total = planned.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return { cards, moves: planned, total, hasWinner: planned.some(({ wins }) => wins) };
}

/** A joker is worth more in the hand than any card that could fight in its place. */
const JOKER_COST = 20;
/** Hands larger than this are rare; the lowest of their cards are enough to choose from. */
const MAX_WEIGHED = 12;

/**
 * Return the positions of the cards that beat the creature at the least cost; the player may choose others.
 * The next passage to dig, of the value `needed`, stays in the hand if as many other cards win.
 */
export function cheapestFight(
  moves: Move[],
  hand: string[],
  { strength, total }: Pick<FightShown, "strength" | "total">,
  needed?: number | null,
): number[] {
  const fighters = hand.flatMap((code, index) => {
    const [planned] = planFight(moves, [code]).moves;
    return planned?.value
      ? [{ ...planned, index, value: planned.value, cost: planned.value + (isJoker(code) ? JOKER_COST : 0) }]
      : [];
  });
  const isEnough = (value: number) => total + value >= strength;
  const alone = fighters.filter(({ wins }) => wins).map((fighter) => [fighter]);
  const together = subsetsOf(fighters.filter(({ wins }) => !wins).slice(0, MAX_WEIGHED));
  const costOf = (cards: typeof fighters) => cards.reduce((sum, { cost }) => sum + cost, 0);
  const sums = together.filter((cards) => isEnough(cards.reduce((sum, { value }) => sum + value, 0)));
  const enough = [...alone, ...sums];
  enough.sort((one, other) => costOf(one) - costOf(other) || one.length - other.length);
  // Every fighting card that may be laid leaves a way to win: the lowest one is enough if no sum is.
  const [cheapest = fighters.slice(0, 1)] = enough;
  const copies = (cards: typeof fighters) => cards.filter(({ value }) => value === needed).length;
  const isKept = (cards: typeof fighters) => copies(cards) < copies(fighters) || copies(cards) === 0;
  const kept = enough.find((cards) => isKept(cards) && cards.length <= cheapest.length);
  return (kept ?? cheapest).map(({ index }) => index);
}

function subsetsOf<Item>(items: Item[]): Item[][] {
  const sets: Item[][] = [[]];
  for (const item of items) sets.push(...sets.map((set) => [...set, item]));
  return sets;
}

/** The blow that ends a fight; it follows the chosen cards as soon as they are enough. */
export const STRIKE: Move = { text: "strike", verb: "strike", label: "strike" };

/** Take the next move from a queue; if it isn't legal now, give up the rest. Cards that aren't enough strike no blow. */
export function nextInQueue(
  [next, ...rest]: Move[],
  legal: Move[],
): { send: Move | null; rest: Move[]; isStopped: boolean } {
  const isLegal = legal.some(({ text }) => text === next?.text);
  if (next && isLegal) return { send: next, rest, isStopped: false };
  return { send: null, rest: [], isStopped: next !== undefined && next !== STRIKE };
}
