/** Moves as their texts tell them, sorted for choosing. Which moves there are, the house alone says. */

export interface Move {
  text: string;
  word: string;
  /** The rank of the card that goes: `7`, `K`, `Jk`. */
  card: string;
  /** What it is played as; the rank itself for most. */
  as: string;
  /** The seat it is aimed at; -1 for none. */
  target: number;
  /** The passage it lies next to; 0 is the cell, -1 for none. */
  place: number;
  /** The rank asked for. */
  asked: string;
}

const ACCUSED = /^accuse p(\d)$/;
const FORM = /^(\w+)(?: ([A-Za-z0-9]+)(?:=(\w+))?)?(?: @(\d+))?(?: p(\d))?(?: (\w+))?$/;

export function readMove(text: string): Move {
  const accused = ACCUSED.exec(text);
  if (accused) return { text, word: "accuse", card: "", as: "", target: Number(accused[1]) - 1, place: -1, asked: "" };
  const [, word = text, card = "", as, place, target, asked = ""] = FORM.exec(text) ?? [];
  return { text, word, card, as: as ?? card, target: Number(target ?? 0) - 1, place: Number(place ?? -1), asked };
}

export type Facet = "word" | "card" | "target" | "as" | "asked" | "text";
/** What has been chosen so far. */
export type Chosen = Partial<Pick<Move, "word" | "card" | "target" | "as" | "asked">>;

export interface Choice {
  facet: Facet;
  value: string | number;
  moves: Move[];
}

const FACETS: Facet[] = ["word", "card", "target", "as", "asked"];

export function narrow(moves: Move[], chosen: Chosen): Move[] {
  return moves.filter((move) => Object.entries(chosen).every(([facet, value]) => move[facet as Facet] === value));
}

/** The next question: the first thing in which these moves differ. Places to dig are named one by one. */
export function choicesOf(moves: Move[]): Choice[] {
  const words = new Set(moves.map((move) => move.word));
  const facet =
    words.size === 1 && words.has("dig")
      ? undefined
      : FACETS.find((each) => new Set(moves.map((move) => move[each])).size > 1);
  if (!facet) return moves.map((move) => ({ facet: "text", value: move.text, moves: [move] }));
  const values = [...new Set(moves.map((move) => move[facet]))];
  return values.map((value) => ({ facet, value, moves: moves.filter((move) => move[facet] === value) }));
}

/** Moves that need a card or a place to be pointed at first; all others are buttons of their own. */
const WITH_CARD = new Set(["bid", "dig", "cave", "attack", "rob", "fish", "discard", "fight", "take"]);
export const needsCard = (move: Move) => WITH_CARD.has(move.word);

export const rankOf = (code: string) => (code === "Jk" ? "Jk" : code.slice(0, -1));

const NUMBERS: Record<string, number> = { A: 1, J: 11, Q: 12, K: 13, Jk: 14 };
/** `K` is 13, as events and `about` write it. */
export const numberOf = (rank: string) => NUMBERS[rank] ?? Number(rank);
export const RANKS = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk"];

/** Hands and piles are shown from low to high. */
export const byRank = (one: string, other: string) =>
  numberOf(rankOf(one)) - numberOf(rankOf(other)) || one.localeCompare(other);
