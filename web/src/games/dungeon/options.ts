/** The rule options of Dungeon, grouped and combined as the server describes them. */
import type { GameOptions } from "../../core/format";
import { describeGame } from "../../core/games";
import type { GameShown } from "../../core/protocol";

export type OptionRules = Pick<GameShown, "options" | "needs" | "excludes" | "variants">;

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

/** Return how an option is entered. */
export function fieldFor({ options }: OptionRules, name: string): OptionField {
  const values = options[name] ?? [];
  if (typeof values[0] === "boolean") return { kind: "switch" };
  const [min, max] = [Number(values[0]), Number(values.at(-1))];
  return max - min >= MAX_LISTED_VALUES ? { kind: "number", max } : { kind: "choice", values: values.map(Number) };
}

/** Return whether the option that an option needs is chosen. */
export function isAvailable({ needs }: OptionRules, house: GameOptions, name: string): boolean {
  const needed = needs[name];
  return needed === undefined || Boolean(house[needed]);
}

/** Set an option; those that it excludes and those that need one that is now off are removed. */
export function setOption(rules: OptionRules, house: GameOptions, name: string, value: number | boolean): GameOptions {
  const excluded = value ? rules.excludes.filter((group) => group.includes(name)).flat() : [];
  const kept = Object.entries(house).filter(([other]) => !excluded.includes(other));
  const next: GameOptions = { ...Object.fromEntries(kept), [name]: value };
  return Object.fromEntries(Object.entries(next).filter(([other]) => isAvailable(rules, next, other)));
}

/** Choose one of a group of exclusive options, or none of them. */
export function chooseExclusive(rules: OptionRules, house: GameOptions, group: string[], name: string): GameOptions {
  return group.reduce((chosen, each) => setOption(rules, chosen, each, each === name), house);
}
