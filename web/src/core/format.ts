/** Texts for times, lists of names and house rules. */
import { localeOf } from "./locale";
import { settings } from "./settings.svelte";
import { entry, say } from "./words.svelte";

export type GameOptions = Record<string, number | boolean>;

export const gameTitle = (game: string): string => entry("game", `${game}.name`);

/** Return the sentence that names the author of a game. */
export const gameCredit = (game: string): string => entry("game", `${game}.credit`);

export function listNames(names: string[]): string {
  return new Intl.ListFormat(localeOf(settings.language), { type: "conjunction" }).format(names);
}

/** Format a time in milliseconds as a date. */
export function formatDate(moment: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(localeOf(settings.language), style).format(moment);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** `3 minutes ago` */
export function timeAgo(moment: number): string {
  const seconds = (Date.now() - moment) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) {
      return new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" }).format(
        -Math.floor(seconds / length),
        unit,
      );
    }
  }
  return say("ago.now");
}

/** Return the house rules of a table that has tables to join, as texts. */
export function houseRuleTexts(options: GameOptions): string[] {
  return Object.entries(options)
    .filter(([, value]) => value)
    .map(([option, value]) => entry("house", option, { n: Number(value) }))
    .filter(Boolean);
}
