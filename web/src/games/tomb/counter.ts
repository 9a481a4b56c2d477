/** The rows of the card counter: every card of the deck, and whether it is still unseen. */
import { kindOf } from "./faces";

export interface Cell {
  code: string;
  unseen: boolean;
  /** Known to lie at the bottom of the deck. */
  bottom: boolean;
}

export interface Row {
  kind: string;
  cells: Cell[];
  /** The number of unseen cards. */
  left: number;
}

const NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
const SUITS = ["S", "H", "D", "C"];
const ENCOUNTERS = ["S", "D", "C"].map((suit) => NUMBERS.map((number) => `${number}${suit}`));
const OTHERS = [...["J", "Q", "K", "A"].map((rank) => SUITS.map((suit) => `${rank}${suit}`)), ["Jk"]];

function rowOf(codes: string[], unseen: Set<string>, under: string[]): Row {
  const cells = codes.map((code) => ({ code, unseen: unseen.has(code), bottom: under.includes(code) }));
  const kind = kindOf(codes[0] ?? "Jk");
  return { kind, cells, left: cells.filter((cell) => cell.unseen).length };
}

/** Return the rows: encounters by suit, all other cards by rank. */
export function counterRows(unseen: string[], under: string[]): { encounters: Row[]; others: Row[] } {
  const left = new Set(unseen);
  const rows = (all: string[][]) => all.map((codes) => rowOf(codes, left, under));
  return { encounters: rows(ENCOUNTERS), others: rows(OTHERS) };
}
