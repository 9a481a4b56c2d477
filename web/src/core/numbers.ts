/** Numbers, shares and months in the player's language. */
import { localeOf } from "./locale";
import { settings } from "./settings.svelte";

/** Return a share as whole percent; a small one that isn't 0 is never rounded to 0, nor a large one to 100. */
export function formatShare(share: number): string {
  const whole = Math.round(share * 100);
  const percent = share > 0 && whole === 0 ? 1 : share < 1 && whole === 100 ? 99 : whole;
  return new Intl.NumberFormat(settings.language, { style: "percent" }).format(percent / 100);
}

/** Return a chance as percent, with a decimal if it is close to 0 or to 1. */
export function formatChance(chance: number): string {
  const maximumFractionDigits = chance > 0.1 && chance < 0.9 ? 0 : 1;
  return new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits }).format(chance);
}

export function formatNumber(value: number, maxDigits = 1): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: maxDigits }).format(value);
}

/** Format a month such as `2026-11`. */
export function formatMonth(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Intl.DateTimeFormat(localeOf(settings.language), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.UTC(year, number - 1));
}

/** Format a time in seconds as a day. */
export function formatDay(seconds: number): string {
  return new Intl.DateTimeFormat(localeOf(settings.language), { dateStyle: "medium" }).format(seconds * 1000);
}
