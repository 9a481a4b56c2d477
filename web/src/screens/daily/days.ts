/** Days and months (UTC) as texts such as `2026-11-17`, and their names. */

import { localeOf } from "../../core/locale";

export type Day = string;
export type Month = string;

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dateOf = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** Return whether a text is a day of the calendar. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(dateOf(text).getTime()) && dayOf(dateOf(text)) === text;

export const addDays = (day: Day, count: number): Day => dayOf(new Date(dateOf(day).getTime() + count * DAY_MS));

export const monthOf = (day: Day): Month => day.slice(0, 7);

export function addMonths(month: Month, count: number): Month {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(dayOf(date));
}

/** Return the day of another month; the last one if the month is shorter. */
export function sameDayIn(month: Month, day: Day): Day {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted < last ? wanted : last;
}

/** Return the weeks of a month, from Monday to Sunday; null for days of other months. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first: Day = `${month}-01`;
  const offset = (dateOf(first).getUTCDay() + 6) % DAYS_PER_WEEK;
  const length = (dateOf(`${addMonths(month, 1)}-01`).getTime() - dateOf(first).getTime()) / DAY_MS;
  const cells = Array.from({ length: Math.ceil((offset + length) / DAYS_PER_WEEK) * DAYS_PER_WEEK }, (_, index) =>
    index < offset || index >= offset + length ? null : addDays(first, index - offset),
  );
  return Array.from({ length: cells.length / DAYS_PER_WEEK }, (_, week) =>
    cells.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK),
  );
}

/** The day that a key of the calendar leads to; null for any other key. */
export function dayAfterKey(key: string, day: Day): Day | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  const weekday = (dateOf(day).getUTCDay() + 6) % DAYS_PER_WEEK;
  if (key in steps) return addDays(day, steps[key] ?? 0);
  if (key === "Home") return addDays(day, -weekday);
  if (key === "End") return addDays(day, 6 - weekday);
  if (key === "PageUp") return sameDayIn(addMonths(monthOf(day), -1), day);
  if (key === "PageDown") return sameDayIn(addMonths(monthOf(day), 1), day);
  return null;
}

const format = (language: string, options: Intl.DateTimeFormatOptions, day: Day) =>
  new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(dateOf(day));

/** `Tuesday, 17 November 2026` */
export const dayName = (day: Day, language: string): string => format(localeOf(language), { dateStyle: "full" }, day);
/** `17 November` */
export const shortDayName = (day: Day, language: string): string =>
  format(localeOf(language), { day: "numeric", month: "long" }, day);
/** `November 2026` */
export const monthName = (month: Month, language: string): string =>
  format(localeOf(language), { month: "long", year: "numeric" }, `${month}-01`);

/** The names of the weekdays from Monday on, short and whole. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const monday: Day = "2024-01-01";
  return Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(monday, index)).map((day) => ({
    short: format(language, { weekday: "narrow" }, day),
    long: format(language, { weekday: "long" }, day),
  }));
}

/** The hours and minutes until a time; both are seconds since 1970. */
export function timeLeft(ends: number, now: number): { h: number; m: number } {
  const minutes = Math.max(0, Math.floor((ends - now) / 60));
  return { h: Math.floor(minutes / 60), m: minutes % 60 };
}
