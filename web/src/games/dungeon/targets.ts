/** Which rivals a move can be aimed at, and how: these are lit, the others aren't. */
import { type Chosen, isFromHand, type Move, movesWith, narrow } from "./moves";
import type { Selection } from "./selection";

/** What can be done to a rival, by verb. */
export const AIM_ICONS = {
  attack: "crossed-swords",
  cave: "falling-rocks",
  fish: "fishing-hook",
  accuse: "gavel",
} as const;
export type AimVerb = keyof typeof AIM_ICONS;
/** Attacks and cave-ins hit the front of a tunnel, the others the player. */
export const hitsFront = (verb: AimVerb): boolean => verb === "attack" || verb === "cave";

const VERBS = Object.keys(AIM_ICONS) as AimVerb[];
const isAim = (verb: string): verb is AimVerb => verb in AIM_ICONS;

/** Return what the chosen card or verb can do to a seat; nothing before anything is chosen. */
export function aimsAt(seat: number, { chosen }: Pick<Selection, "chosen">, moves: Move[]): AimVerb[] {
  if (chosen.card === undefined && chosen.verb === undefined) return [];
  const verbs = new Set(narrow(moves, { ...chosen, target: seat }).map(({ verb }) => verb));
  return VERBS.filter((verb) => verbs.has(verb));
}

/** Return the seats that any move can be aimed at. */
export const reachable = (moves: Move[]): Set<number> =>
  new Set(moves.flatMap(({ target, verb }) => (target !== undefined && isAim(verb) ? [target] : [])));

/** Where a card of the hand can be dropped. */
export const dropOnRival = (seat: number) => `rival:${seat}`;
export const dropOnPlace = (move: string) => `dig:${move}`;
export const OWN_TUNNEL = "tunnel";
export const DISCARDS = "discards";
export const DECK = "deck";

/** The moves that a card dropped on a pile makes. */
const PILE_VERBS: Record<string, ReadonlySet<Move["verb"]>> = {
  [DISCARDS]: new Set(["discard", "rob", "bid", "counter", "ace"]),
  [DECK]: new Set(["ace"]),
};

/** Return the moves that dropping a card on a target may mean. */
export function movesOfDrop(target: string, code: string, moves: Move[]): Move[] {
  const own = movesWith(code, moves.filter(isFromHand));
  const [kind = "", rest = ""] = splitOnce(target);
  if (kind === "rival") return own.filter((move) => move.target === Number(rest));
  if (kind === "dig") return own.filter(({ text }) => text === rest);
  if (target === OWN_TUNNEL) return own.filter(({ verb }) => verb === "dig");
  const verbs = PILE_VERBS[target];
  const onPile = own.filter(({ verb }) => verbs?.has(verb));
  const [first] = onPile;
  return first ? onPile.filter(({ verb }) => verb === first.verb) : [];
}

/** Return the targets where a card can be dropped. */
export function dropTargets(code: string, moves: Move[], seats: number[]): string[] {
  const digs = movesOfDrop(OWN_TUNNEL, code, moves);
  const places = digs.length > 1 ? digs.map(({ text }) => dropOnPlace(text)) : [];
  const all = [...seats.map(dropOnRival), OWN_TUNNEL, DISCARDS, DECK].filter(
    (target) => movesOfDrop(target, code, moves).length > 0,
  );
  return [...all, ...places];
}

/** The facets that a drop has chosen, if they leave several moves. */
export function chosenByDrop(target: string, options: Move[]): Chosen {
  const [kind, rest] = splitOnce(target);
  const verbs = new Set(options.map(({ verb }) => verb));
  const [{ card, verb: first } = {}] = options;
  const verb = verbs.size === 1 ? first : undefined;
  return { card, ...(verb && { verb }), ...(kind === "rival" && { target: Number(rest) }) };
}

function splitOnce(target: string): [string, string] {
  const at = target.indexOf(":");
  return at < 0 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}
