/** Texts and icons of the legal moves. */
import { cardName, shortName } from "../../cards/names";
import type { TombMoveShown, TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { titleOf } from "./faces";
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
  };
}

/** Return the key of the text below the label: what the move means, or that it is the last one. */
function reasonOf({ label, lethal, cost }: TombMoveShown): TombMoveShown["label"] | "deadly" | "dark" {
  if (!lethal) return label;
  return cost?.hit_points ? "deadly" : "dark";
}

/** Moves that differ only in their card get a row of their own from this number on. */
const MIN_GROUPED = 3;

/** Part the moves with a button each from those that share a row, by verb. */
export function groupMoves(moves: DescribedMove[]): { single: DescribedMove[]; groups: DescribedMove[][] } {
  const verbs = [...new Set(moves.map(({ verb }) => verb))];
  const byVerb = verbs.map((verb) => moves.filter((move) => move.verb === verb));
  return {
    single: byVerb.filter((group) => group.length < MIN_GROUPED).flat(),
    groups: byVerb.filter((group) => group.length >= MIN_GROUPED),
  };
}
