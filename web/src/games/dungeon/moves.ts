/** Moves parsed from their text and grouped for choosing. Only the server decides which moves are legal. */

export interface Move {
  text: string;
  verb: string;
  /** The rank of the card played: `7`, `K`, `Jk`. */
  card: string;
  /** The rank it is played as; usually its own. */
  as: string;
  /** The seat it is aimed at; -1 for none. */
  target: number;
  /** The number of the passage next to it; 0 is the cell, -1 for none. */
  place: number;
  /** The rank asked for. */
  asked: string;
}

const ACCUSATION = /^accuse p(\d)$/;
const MOVE = /^(\w+)(?: ([A-Za-z0-9]+)(?:=(\w+))?)?(?: @(\d+))?(?: p(\d))?(?: (\w+))?$/;

export function parseMove(text: string): Move {
  const accused = ACCUSATION.exec(text);
  if (accused) return { text, verb: "accuse", card: "", as: "", target: Number(accused[1]) - 1, place: -1, asked: "" };
  const [, verb = text, card = "", as, place, target, asked = ""] = MOVE.exec(text) ?? [];
  return { text, verb, card, as: as ?? card, target: Number(target ?? 0) - 1, place: Number(place ?? -1), asked };
}

export type Facet = "verb" | "card" | "target" | "as" | "asked" | "text";
/** The facets chosen so far. */
export type Chosen = Partial<Pick<Move, "verb" | "card" | "target" | "as" | "asked">>;

export interface Choice {
  facet: Facet;
  value: string | number;
  moves: Move[];
}

const FACETS: Facet[] = ["verb", "card", "target", "as", "asked"];

export function narrow(moves: Move[], chosen: Chosen): Move[] {
  return moves.filter((move) => Object.entries(chosen).every(([facet, value]) => move[facet as Facet] === value));
}

/** Return the next choice: the first facet in which the moves differ. Places to dig are listed one by one. */
export function choicesOf(moves: Move[]): Choice[] {
  const words = new Set(moves.map((move) => move.verb));
  const facet =
    words.size === 1 && words.has("dig")
      ? undefined
      : FACETS.find((each) => new Set(moves.map((move) => move[each])).size > 1);
  if (!facet) return moves.map((move) => ({ facet: "text", value: move.text, moves: [move] }));
  const values = [...new Set(moves.map((move) => move[facet]))];
  return values.map((value) => ({ facet, value, moves: moves.filter((move) => move[facet] === value) }));
}

/** Moves that start with choosing a card; every other move has a button of its own. */
const WITH_CARD = new Set(["bid", "dig", "cave", "attack", "rob", "fish", "discard", "fight", "take"]);
export const needsCard = (move: Move) => WITH_CARD.has(move.verb);

export const rankOf = (code: string) => (code === "Jk" ? "Jk" : code.slice(0, -1));

const NUMBERS: Record<string, number> = { A: 1, J: 11, Q: 12, K: 13, Jk: 14 };
/** The number of a rank in events and in `about`: `K` is 13. */
export const numberOf = (rank: string) => NUMBERS[rank] ?? Number(rank);
export const RANKS = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk"];

/** Compare two cards by rank, low to high. */
export const byRank = (one: string, other: string) =>
  numberOf(rankOf(one)) - numberOf(rankOf(other)) || one.localeCompare(other);
