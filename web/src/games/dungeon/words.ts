/** Texts for moves and for what the game waits for. */
import { symbolOf } from "../../cards/faces";
import { shortName } from "../../cards/names";
import { listNames } from "../../core/format";
import type { DungeonShown, PassageShown } from "../../core/protocol";
import { capitalize, entry, say } from "../../core/words.svelte";
import { numberOf, type Rank } from "./cards";
import type { Reveal } from "./highlights";
import type { Choice, Move } from "./moves";
import type { AimVerb } from "./targets";

/** A rank by its name in moves, or by its number in events and questions. */
type AnyRank = Rank | number;
const numbered = (rank: AnyRank) => (typeof rank === "number" ? rank : numberOf(rank));

export const theRank = (rank: AnyRank): string => entry("dungeon.the", numbered(rank));
export const aRank = (rank: AnyRank): string => entry("dungeon.a_rank", numbered(rank));
export const creatureName = (rank: number): string => entry("dungeon.creature", rank);

/** `the 7`, or `the joker as a 9`. */
function cardText({ card, as }: Move): string {
  if (!card) return "";
  return as ? say("dungeon.as", { card: theRank(card), rank: aRank(as) }) : theRank(card);
}

/** `the cell`, or `the 7`. */
export function placeName(dungeon: PassageShown[], place: number): string {
  const passage = place ? dungeon[place - 1] : undefined;
  if (!passage) return say("dungeon.where.cell");
  const isAlone = dungeon.filter(({ value }) => value === passage.value).length === 1;
  return say(isAlone ? "dungeon.where.passage" : "dungeon.where.one_of", { value: theRank(passage.value), place });
}

/** Return the text of a whole move. */
export function moveText(move: Move, view: DungeonShown, names: string[]): string {
  const text =
    giftText(move, view, names) ||
    say(`dungeon.act.${move.label}`, {
      card: cardText(move),
      target: names[move.target ?? -1] ?? "",
      where: placeName(view.players.find(({ seat }) => seat === view.seat)?.dungeon ?? [], move.place ?? 0),
      asked: move.asked ? aRank(move.asked) : "",
    });
  return capitalize(text);
}

/** `give the ace to Ana`, as the question says; empty for any other move. */
function giftText({ verb }: Move, { question }: DungeonShown, names: string[]): string {
  if (verb !== "give" || !question) return "";
  const { rank, target } = question;
  return rank ? say("dungeon.gift", { card: theRank(rank), target: names[target ?? -1] ?? "" }) : "";
}

/** `7`, or `★ 9` for a joker. */
export const fightingCardText = ({ card, as }: Move): string => (card && as ? `${symbolOf(card)} ${as}` : (card ?? ""));

/** `Fight with 5 + 7`. */
export const fightText = (cards: Move[]): string =>
  say("dungeon.fight.lay", { cards: cards.map(fightingCardText).join(" + ") });

/** Return the rank that a choice of many stands for: the one asked for, or that of a joker. */
export function rankText({ moves: [move] }: Choice): string {
  const rank = move?.asked ?? move?.as ?? move?.card;
  return rank ? entry("dungeon.rank", numberOf(rank)) : "";
}

/** Return the text of a choice: the whole move if only one is left, otherwise the facet to choose. */
export function choiceText(choice: Choice, view: DungeonShown, names: string[]): string {
  const [move] = choice.moves;
  if (!move) return "";
  const { facet } = choice;
  if (facet === "asked") return rankText(choice);
  if (choice.moves.length === 1) return answerText(move) ?? moveText(move, view, names);
  if (facet === "target" && move.target !== undefined) return names[move.target] ?? "";
  if (facet === "card" && move.card) return theRank(move.card);
  if (facet === "as" && move.card) return say("dungeon.as_what", { rank: aRank(move.as ?? move.card) });
  return say(`dungeon.verb.${move.verb}`);
}

/** The short texts of answers that need no further words. */
function answerText({ verb, as, draws }: Move): string | undefined {
  if (verb === "ace" && !as)
    return draws === undefined ? say("dungeon.window.ace") : entry("dungeon.ace_draws_few", draws);
  if (verb === "deny") return say("dungeon.window.deny");
  return verb === "retreat" ? say("dungeon.verb.retreat") : undefined;
}

/** Say what the game waits for and for whom, and which answer would let another player win. */
export function questionText(view: DungeonShown, names: string[]): string {
  const warning = warningText(view, names);
  return warning ? `${subjectText(view, names)} ${warning}` : subjectText(view, names);
}

/** `Passing lets Ana win.`; empty if no answer lets another player win. */
export function warningText({ question }: DungeonShown, names: string[]): string {
  if (question?.lets_win === undefined || !question.warning) return "";
  return entry("dungeon.lets_win", question.warning, { player: names[question.lets_win] ?? "" });
}

/** Say what the game waits for, and for whom. */
export function subjectText(view: DungeonShown, names: string[]): string {
  const { question, fight, laid } = view;
  if (!question) return "";
  const { key, seats, target, rank } = question;
  return entry("dungeon.pending", key, {
    player: listNames(seats.map((seat) => names[seat] ?? "")),
    target: names[target ?? -1] ?? "",
    a_rank: rank ? aRank(rank) : "",
    value: rank ?? "",
    creature: rank ? creatureName(rank) : "",
    another: rank ? entry("dungeon.another", rank) : "",
    worth: fight?.strength ?? "",
    laid: laid.map(shortName).join(" "),
    total: fight?.total ?? "",
  });
}

/** Title what was revealed: a hand or a tunnel, the viewer's own or another player's. */
export const revealTitle = (kind: Reveal["kind"], seat: number, viewer: number | null, names: string[]): string =>
  seat === viewer ? say(`dungeon.shown.own_${kind}`) : say(`dungeon.shown.${kind}`, { player: names[seat] ?? "" });

/** Say what aiming at a player does: `Attack Ana`. */
export const aimText = (verb: AimVerb, target: string): string => say(`dungeon.aim.${verb}`, { target });

/** Explain an option, without the number of its paragraph. */
export function optionHelp(name: string): string {
  const text = entry("dungeon.new", `${name}_help`) || entry("dungeon.house", name);
  return `${capitalize(text.replace(/ \((§|D-)[^)]*\)/g, ""))}.`;
}

/** Return the text of a value of a numeric option. */
export function optionValueText(name: string, n: number): string {
  return entry("dungeon.new", `${name}_${n}`) || entry("dungeon.new", `${name}_n`, { n });
}
