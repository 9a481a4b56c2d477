/** The buttons of the panel: what is offered at each step of a choice. */
import { fightingMoves } from "./fight";
import {
  type Choice,
  type Chosen,
  choicesOf,
  isFromHand,
  type Move,
  movesWith,
  narrow,
  needsCard,
  singleChoices,
} from "./moves";

/** The questions under `dungeon.panel`. */
export type StepQuestion =
  | "choose_card_or"
  | "unplayable"
  | "which_target"
  | "which_rank"
  | "which_value"
  | "which_place"
  | "with_card";

export interface PanelPlan {
  /** Whether a part of the move is chosen. */
  isNarrowed: boolean;
  /** Whether cards for a fight are chosen from the hand. */
  isFighting: boolean;
  /** The moves that take a card from the discards. */
  loot: Move[];
  choices: Choice[];
  question: StepQuestion | null;
  /** Whether the choices are so many ranks that they form a grid. */
  isGrid: boolean;
  /** Whether all that is left is to choose a card from the hand. */
  isCardMissing: boolean;
}

const MAX_LISTED = 4;

export function planPanel(moves: Move[], chosen: Chosen): PanelPlan {
  const isNarrowed = Object.keys(chosen).length > 0;
  const isFighting = !isNarrowed && fightingMoves(moves).length > 0;
  const loot = isNarrowed ? [] : moves.filter((move) => !isFromHand(move));
  const choices = isNarrowed
    ? choicesOf(narrow(moves.filter(isFromHand), chosen))
    : withoutCard(moves.filter((move) => !needsCard(move)));
  const hasControls = isFighting || loot.length > 0;
  const isOpen = !isNarrowed && !hasControls;
  return {
    isNarrowed,
    isFighting,
    loot,
    choices,
    question: isNarrowed
      ? stepQuestion(choices, chosen)
      : isOpen && choices.length && moves.some(needsCard)
        ? "choose_card_or"
        : null,
    isGrid: choices.length > MAX_LISTED && (choices[0]?.facet === "asked" || choices[0]?.facet === "as"),
    isCardMissing: isOpen && !choices.length,
  };
}

/** Every answer has a button of its own; accusations of several players share one, and then lit rivals. */
function withoutCard(moves: Move[]): Choice[] {
  const accusations = moves.filter(({ verb }) => verb === "accuse");
  if (accusations.length < 2) return singleChoices(moves);
  const rest = singleChoices(moves.filter(({ verb }) => verb !== "accuse"));
  return [...rest, { facet: "verb", value: "accuse", moves: accusations }];
}

const FACET_QUESTIONS: Partial<Record<Choice["facet"], StepQuestion>> = {
  target: "which_target",
  asked: "which_rank",
  as: "which_value",
};

function stepQuestion(choices: Choice[], { card }: Chosen): StepQuestion | null {
  const [first] = choices;
  if (!first) return "unplayable";
  const found = FACET_QUESTIONS[first.facet];
  if (found) return found;
  if (choices.length > 1 && choices.every(({ moves }) => moves.every(({ place }) => place !== undefined)))
    return "which_place";
  return card ? "with_card" : null;
}

/** Return the choice that completes the move by itself; a fight goes on until it is won. */
export function primaryChoice({ choices, isNarrowed, isFighting }: PanelPlan, moves: Move[]): Choice | null {
  const [only, ...more] = choices;
  if (!only || more.length || only.moves.length > 1) return null;
  if (isFighting) return only.moves[0]?.verb === "strike" ? only : null;
  return isNarrowed || !moves.some(needsCard) ? only : null;
}

/** Return a card of the discards that a move takes. */
export const cardTaken = (move: Move, discards: string[] | null): string | null =>
  discards?.find((code) => movesWith(code, [move]).length > 0) ?? null;
