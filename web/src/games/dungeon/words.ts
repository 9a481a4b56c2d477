/** Texts for moves and for what the game waits for. */

import { shortName } from "../../cards/names";
import type { DungeonShown } from "../../core/protocol";
import { fill, say, section } from "../../core/words.svelte";
import { type Choice, type Move, numberOf, RANKS, rankOf } from "./moves";

export const theRank = (rank: string) => say(`dungeon.the.${numberOf(rank)}`);
export const aRank = (rank: string | number) =>
  say(`dungeon.a_rank.${typeof rank === "number" ? rank : numberOf(rank)}`);
/** `the 7`, or `the joker as a 9`. */
const cardText = ({ card, as }: Move) =>
  as === card ? theRank(card) : say("dungeon.as", { card: theRank(card), rank: aRank(as) });

function placeText({ place }: Move, view: DungeonShown): string {
  if (place <= 0) return say("dungeon.where.cell");
  const own = view.players.find((each) => each.seat === view.seat)?.dungeon ?? [];
  const value = own[place - 1]?.value ?? 0;
  const alone = own.filter((each) => each.value === value).length === 1;
  return say(alone ? "dungeon.where.passage" : "dungeon.where.one_of", { value: theRank(String(value)), place });
}

/** Return the text of a whole move. */
export function moveText(move: Move, view: DungeonShown, names: string[]): string {
  const parts = {
    card: cardText(move),
    target: names[move.target] ?? "",
    where: placeText(move, view),
    asked: move.asked ? aRank(move.asked) : "",
  };
  return say(`dungeon.act.${move.verb}`, parts);
}

/** Return the text of a choice: the whole move if only one is left, otherwise the facet to choose. */
export function choiceText(choice: Choice, view: DungeonShown, names: string[]): string {
  const [move] = choice.moves;
  if (!move) return "";
  if (choice.facet === "asked") return say(`dungeon.rank.${numberOf(move.asked)}`);
  if (choice.moves.length === 1) return moveText(move, view, names);
  if (choice.facet === "target") return names[move.target] ?? "";
  if (choice.facet === "card") return theRank(move.card);
  if (choice.facet === "as") return say("dungeon.as_what", { rank: aRank(move.as) });
  return say(`dungeon.verb.${move.verb}`);
}

const WINDOWS = new Set(["aces", "counters", "accusations"]);
export const isWindow = (view: DungeonShown) => WINDOWS.has(view.pending);

/** Answers that have a sentence of their own when there is no other. */
const ONLY_ANSWERS: Record<string, string[]> = {
  turn: ["pass"],
  attacked: ["retreat", "fall"],
  asked: ["deny"],
  caught: ["burn"],
  saving: ["yield"],
  aces: ["pass"],
  counters: ["pass"],
};

function sentenceKey(view: DungeonShown, moves: Move[], total: number | null): string {
  if (view.pending === "attacked" && view.laid.length) {
    if (!moves.some((move) => move.verb === "strike")) return "fight";
    return total !== null && total < (view.about[1] ?? 0) ? "two" : "strike";
  }
  const words = new Set(
    moves
      .filter((move) => move.verb !== "ace" || ["turn", "attacked", "aces"].includes(view.pending))
      .map((move) => move.verb),
  );
  const [only = ""] = words;
  return words.size === 1 && ONLY_ANSWERS[view.pending]?.includes(only) ? only : "you";
}

/** Say what the game waits for, and for whom. */
export function waitingText(view: DungeonShown, names: string[], moves: Move[], total: number | null): string {
  const { pending, about, waiting, seat: own } = view;
  if (pending === "over" || !waiting.length) return "";
  const [first = 0, second = 0] = about;
  const nameOf = (seat: number) => names[seat] ?? "";
  const parts: Record<string, string | number> = { player: waiting.map(nameOf).join(", ") };
  if (["attacked", "asked", "answered", "caught"].includes(pending)) {
    Object.assign(parts, {
      target: nameOf(first),
      a_rank: aRank(second),
      creature: pending === "attacked" ? say(`dungeon.creature.${second}`) : "",
      worth: second,
    });
    Object.assign(parts, { laid: view.laid.map(shortName).join(" "), total: total ?? "?" });
  } else if (pending === "saving") parts.value = RANKS[first] ?? "";
  else parts.target = nameOf(first);
  const isOwn = own !== null && waiting.includes(own);
  const sentences = section("dungeon.pending");
  const key = isOwn && moves.length ? sentenceKey(view, moves, total) : isOwn ? "you" : "other";
  return fill(sentences[`${pending}.${key}`] ?? sentences[`${pending}.you`] ?? "", parts);
}

/** Return the total of the fighting cards from their values or ranks; null if a joker's value is unknown. */
export function totalLaid(view: DungeonShown, values: number[]): number | null {
  if (values.length === view.laid.length) return values.reduce((sum, value) => sum + value, 0);
  if (view.laid.includes("Jk")) return null;
  return view.laid.reduce((sum, code) => sum + numberOf(rankOf(code)), 0);
}
