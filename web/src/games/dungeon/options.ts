/** The rule options of Dungeon, grouped and combined as the server describes them. */
import type { GameOptions } from "../../core/format";
import { describeGame } from "../../core/games";
import type { GameShown } from "../../core/protocol";

export type OptionRules = Pick<GameShown, "options" | "needs" | "excludes" | "moot" | "variants">;
type Value = number | boolean;

/** Return the names of the options that a variant of the rulebook sets. */
const variantOptions = ({ variants }: OptionRules) => new Set(Object.values(variants).flatMap(Object.keys));

/** Return the variants that a game is played with. */
export function activeVariants(house: GameOptions): string[] {
  return [...variantOptions(describeGame("dungeon"))].filter((name) => house[name]);
}

export interface OptionGroups {
  /** Groups of variants of which at most one may be chosen. */
  exclusive: string[][];
  variants: string[];
  houseRules: string[];
}

/** Group the options for a form, switches first; the number of players has a field of its own. */
export function groupOptions(rules: OptionRules): OptionGroups {
  const variants = variantOptions(rules);
  const grouped = new Set(["players", ...rules.excludes.flat()]);
  const isSwitch = (name: string) => fieldFor(rules, name).kind === "switch";
  const names = Object.keys(rules.options).filter((name) => !grouped.has(name));
  const sorted = [...names.filter(isSwitch), ...names.filter((name) => !isSwitch(name))];
  return {
    exclusive: rules.excludes,
    variants: sorted.filter((name) => variants.has(name)),
    houseRules: sorted.filter((name) => !variants.has(name)),
  };
}

export type OptionField = { kind: "switch" } | { kind: "choice"; values: number[] } | { kind: "number"; max: number };

/** The server lists at most this many numbers one by one; of more it lists only the minimum and the maximum. */
const MAX_LISTED_VALUES = 20;

/** Return how an option is entered; values that make no difference beside the others are left out. */
export function fieldFor(rules: OptionRules, name: string, house: GameOptions = {}): OptionField {
  const values = rules.options[name] ?? [];
  if (typeof values[0] === "boolean") return { kind: "switch" };
  const [min, max] = [Number(values[0]), Number(values.at(-1))];
  if (max - min >= MAX_LISTED_VALUES) return { kind: "number", max };
  const offered = values.filter((value) => !findMoot(rules, house, name, value));
  return { kind: "choice", values: offered.map(Number) };
}

const isSame = (one: Value | undefined, other: Value) => Number(one ?? 0) === Number(other);

/** Return why a value makes no difference beside the other options; undefined if it does. */
function findMoot({ moot }: OptionRules, house: GameOptions, name: string, value: Value) {
  return moot.find(
    (each) => each.option === name && isSame(value, each.value) && isSame(house[each.other], each.other_value),
  );
}

/** Why an option can't be set: it needs another one, or makes no difference beside one. */
export type Obstacle = { kind: "needs"; option: string } | { kind: "moot"; option: string; value: Value };

/** Return why an option can't be set beside the others, the number of players among them; null if it can. */
export function obstacleTo(rules: OptionRules, house: GameOptions, name: string): Obstacle | null {
  const needed = rules.needs[name];
  if (needed !== undefined && !house[needed]) return { kind: "needs", option: needed };
  const [usual, ...others] = rules.options[name] ?? [];
  const reasons = others.map((value) => findMoot(rules, house, name, value));
  const [first] = reasons;
  if (usual === undefined || !first || !reasons.every(Boolean)) return null;
  return { kind: "moot", option: first.other, value: first.other_value };
}

/** Remove the options that can't be set beside the others, and values that make no difference. */
export function withoutObstacles(rules: OptionRules, house: GameOptions): GameOptions {
  return Object.fromEntries(
    Object.entries(house).filter(
      ([name, value]) =>
        name === "players" || (!obstacleTo(rules, house, name) && !findMoot(rules, house, name, value)),
    ),
  );
}

/** Set an option; those that it excludes and those that need one that is now off are removed. */
export function setOption(rules: OptionRules, house: GameOptions, name: string, value: Value): GameOptions {
  const excluded = value ? rules.excludes.filter((group) => group.includes(name)).flat() : [];
  const kept = Object.entries(house).filter(([other]) => !excluded.includes(other));
  const next: GameOptions = { ...Object.fromEntries(kept), [name]: value };
  return Object.fromEntries(Object.entries(next).filter(([other]) => obstacleTo(rules, next, other)?.kind !== "needs"));
}

/** Choose one of a group of exclusive options, or none of them. */
export function chooseExclusive(rules: OptionRules, house: GameOptions, group: string[], name: string): GameOptions {
  return group.reduce((chosen, each) => setOption(rules, chosen, each, each === name), house);
}

/** Return only the options and values that the server offers. */
export function offeredOptions(rules: OptionRules, house: GameOptions): GameOptions {
  const isOffered = (name: string, value: unknown) => {
    const values = rules.options[name] ?? [];
    const field = fieldFor(rules, name);
    return field.kind === "number"
      ? Number.isInteger(value) && Number(value) >= 0 && Number(value) <= field.max
      : values.some((each) => each === value);
  };
  const offered = Object.entries(house).filter(([name, value]) => isOffered(name, value));
  return offered.reduce<GameOptions>((chosen, [name, value]) => setOption(rules, chosen, name, value), {});
}
