/** Texts and icons of the legal moves. */
import { cardName, shortName } from "../../cards/names";
import type { TombMoveShown, TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { kindOf, titleOf } from "./faces";
import { iconOf } from "./icons";

export interface DescribedMove {
  text: string;
  verb: TombMoveShown["verb"];
  /** The card that can be clicked instead of the button. */
  card: string | null;
  label: string;
  why: string;
  icon: string;
  /** The text for screen readers, with the full names of cards. */
  spoken: string;
  /** Whether the move ends the game for certain. */
  isLethal: boolean;
  /** Whether the move is held to confirm it: it ends the game, or gives up a king. */
  isHeld: boolean;
}

/** Moves that aren't listed have the icon of their card. */
const ICONS: Partial<Record<TombMoveShown["label"], string>> = {
  begin: "3d-stairs",
  delve: "3d-stairs",
  retreat: "lob-arrow",
  walk_out: "exit-door",
  onward: "sun",
  draw: "card-pickup",
  drop: "run",
  drop_more: "run",
  suffer: "broken-heart",
  yield: "card-discard",
  leave: "footprint",
};

export function describeMove(move: TombMoveShown, view: TombShown): DescribedMove {
  const { text, verb, card = null } = move;
  const params = { n: move.cost?.hit_points ?? move.cost?.cards ?? 0, hp: view.hit_points };
  const why = say(`tomb.why.${reasonOf(move)}`, params);
  const label = (name: string) =>
    say(`tomb.do.${move.label}`, { ...params, card: name, skill: card ? titleOf(card) : "" });
  return {
    text,
    verb,
    card,
    label: label(card ? shortName(card) : ""),
    why,
    icon: ICONS[move.label] ?? iconOf(card ?? ""),
    spoken: `${label(card ? cardName(card) : "")}: ${why}`,
    isLethal: move.lethal ?? false,
    isHeld: move.lethal ?? (GIVING_UP.has(verb) && card !== null && kindOf(card) === "hoard"),
  };
}

type Verb = TombMoveShown["verb"];
/** Moves that are made with the card itself instead of a button, because they differ in their card only. */
const ON_CARDS = new Set<Verb>(["drop", "leave"]);
/** Moves after which their card is lost. */
const GIVING_UP = ON_CARDS;
/** Moves that turn the top card of the deck and go on in the same direction, so that the deck is their control, too. */
const TURNING_A_CARD = new Set<Verb>(["draw", "onward", "delve"]);

export const isOnCard = ({ verb }: DescribedMove): boolean => ON_CARDS.has(verb);

/** Return the move that a click on the deck or the space bar makes. */
export const deckMove = (moves: DescribedMove[]): DescribedMove | undefined =>
  moves.find(({ verb }) => TURNING_A_CARD.has(verb));

/** Return the key of the text below the label: what the move means, or that it is the last one. */
function reasonOf({ label, lethal, cost }: TombMoveShown): TombMoveShown["label"] | "deadly" | "dark" {
  if (!lethal) return label;
  return cost?.hit_points ? "deadly" : "dark";
}

/** Part the moves with a button each from those that are made with a card. */
export function splitMoves(moves: DescribedMove[]): { buttons: DescribedMove[]; onCards: DescribedMove[] } {
  return { buttons: moves.filter((move) => !isOnCard(move)), onCards: moves.filter(isOnCard) };
}
