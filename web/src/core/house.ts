/** Sets of house rules, named by the options that differ from a game's defaults. */
import type { GameOptions } from "./format";
import { describeGame, type GameName } from "./games";
import { entry, say } from "./words.svelte";

/** Return the options that differ from the defaults, in the order of the server. */
export function changedOptions(game: GameName, house: GameOptions): [string, number | boolean][] {
  const defaults = Object.entries(describeGame(game).defaults);
  return defaults.flatMap(([option, value]) => {
    const chosen = house[option] ?? value;
    return Number(chosen) === Number(value) ? [] : [[option, chosen]];
  });
}

/** Return one text for each option that differs from the defaults. */
export function changedRules(game: GameName, house: GameOptions): string[] {
  return changedOptions(game, house).map(([option, value]) => {
    const n = Number(value);
    const text = n ? entry("house_on", option, { n }) || entry("house", option, { n }) : entry("house_off", option);
    return text || option;
  });
}

/** Name a set of house rules in one line. */
export function houseSetText(game: GameName, house: GameOptions): string {
  return changedRules(game, house).join(", ") || say("history.printed");
}
