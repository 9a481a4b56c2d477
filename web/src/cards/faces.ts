/** The parts of a card's code, and what a game draws on the card. */

export interface Face {
  /** `10S`, `Jk` */
  code: string;
  /** `A`, `2` ... `10`, `J`, `Q`, `K`, `Jk` */
  rank: string;
  /** S, H, D, C, or "" for a joker. */
  suit: string;
  symbol: string;
  icon: string;
  /** What the card is in its game: monster, skill, passage ... */
  kind: string;
  /** The name of its kind. */
  kindName: string;
  /** The name of the card in its game: Giant rat, Dodge Blow, The Wight. */
  title: string;
}

const JOKER = "Jk";
const SYMBOLS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

export const rankOf = (code: string): string => (code === JOKER ? JOKER : code.slice(0, -1));
export const suitOf = (code: string): string => (code === JOKER ? "" : code.slice(-1));
export const symbolOf = (code: string): string => SYMBOLS[suitOf(code)] ?? "★";
export const isRed = (code: string): boolean => ["H", "D"].includes(suitOf(code));
export const isJoker = (code: string): boolean => code === JOKER;
