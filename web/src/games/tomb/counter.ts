/** The rows of the card counter: every card of the deck, and whether it is still unseen. */
import { isRed, symbolOf } from "../../cards/faces";
import { cardIn, codesWithout } from "../../core/games";
import type { CardShown } from "../../core/protocol";
import { BESIDE_THE_DECK } from "./deck";

export interface Cell {
  code: string;
  /** What tells the card from the others of its row: its rank or its suit. */
  face: string;
  red: boolean;
  unseen: boolean;
  /** Known to lie at the bottom of the deck. */
  bottom: boolean;
}

export interface Row {
  kind: string;
  /** What the cards of the row have in common: their suit or their rank. */
  sign: string;
  cells: Cell[];
  /** The number of unseen cards. */
  left: number;
}

type Card = CardShown & { code: string };

/** Return the cards of the deck by kind, in the order of the rulebook. */
function cardsByKind(): Map<string, Card[]> {
  const kinds = new Map<string, Card[]>();
  for (const code of codesWithout("tomb", BESIDE_THE_DECK)) {
    const card = { ...cardIn("tomb", code), code };
    kinds.set(card.kind, [...(kinds.get(card.kind) ?? []), card]);
  }
  return kinds;
}

const isOfOneSuit = (cards: Card[]) => cards.length > 1 && new Set(cards.map(({ suit }) => suit)).size === 1;

function rowOf(kind: string, cards: Card[], unseen: Set<string>, under: string[]): Row {
  const [faceOf, signOf] = isOfOneSuit(cards)
    ? [({ rank }: Card) => rank, ({ code }: Card) => symbolOf(code)]
    : [({ code }: Card) => symbolOf(code), ({ code, rank, suit }: Card) => (suit ? rank : symbolOf(code))];
  const cells = cards.map((card) => ({
    code: card.code,
    face: faceOf(card),
    red: isRed(card.code),
    unseen: unseen.has(card.code),
    bottom: under.includes(card.code),
  }));
  return { kind, sign: cards[0] ? signOf(cards[0]) : "", cells, left: cells.filter((cell) => cell.unseen).length };
}

/** Return the rows: kinds of one suit, which are the encounters, apart from kinds of one rank. */
export function counterRows(unseen: string[], under: string[]): { encounters: Row[]; others: Row[] } {
  const left = new Set(unseen);
  const all = [...cardsByKind()];
  const rows = (ofOneSuit: boolean) =>
    all.filter(([, cards]) => isOfOneSuit(cards) === ofOneSuit).map(([kind, cards]) => rowOf(kind, cards, left, under));
  return { encounters: rows(true), others: rows(false) };
}
