import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayAfterKey,
  dayName,
  isDay,
  monthName,
  sameDayIn,
  timeLeft,
  weekdayNames,
  weeksOf,
} from "./days";

test.each(["2026-11-17", "2024-02-29"])("%s is a day", (day) => expect(isDay(day)).toBe(true));
test.each(["", "2026-02-29", "2026-13-01", "17-11-2026", "today", "2026-11-17x"])("%j is none", (day) => {
  expect(isDay(day)).toBe(false);
});

test("days and months are added across the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(sameDayIn("2026-02", "2026-01-31")).toBe("2026-02-28");
  expect(sameDayIn("2026-04", "2026-01-15")).toBe("2026-04-15");
});

test("the weeks of a month begin on Monday", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[5]?.[0]).toBe("2026-11-30");
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});

describe("keys of the calendar", () => {
  test.each([
    ["ArrowLeft", "2026-11-16"],
    ["ArrowRight", "2026-11-18"],
    ["ArrowUp", "2026-11-10"],
    ["ArrowDown", "2026-11-24"],
    ["Home", "2026-11-16"],
    ["End", "2026-11-22"],
    ["PageUp", "2026-10-17"],
    ["PageDown", "2026-12-17"],
    ["Enter", null],
  ])("%s leads to %s", (key, day) => expect(dayAfterKey(key, "2026-11-17")).toBe(day));
});

test("days, months and weekdays have names in both languages, whatever the time zone", () => {
  expect(dayName("2026-11-17", "en")).toBe("Tuesday, 17 November 2026");
  expect(dayName("2026-11-17", "es")).toBe("martes, 17 de noviembre de 2026");
  expect(monthName("2026-11", "es")).toBe("noviembre de 2026");
  expect(weekdayNames("en").map(({ long }) => long)[0]).toBe("Monday");
});

test("the time left is counted in whole minutes and never negative", () => {
  expect(timeLeft(7260, 0)).toEqual({ h: 2, m: 1 });
  expect(timeLeft(59, 0)).toEqual({ h: 0, m: 0 });
  expect(timeLeft(0, 100)).toEqual({ h: 0, m: 0 });
});
