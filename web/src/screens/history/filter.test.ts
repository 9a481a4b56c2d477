import { expect, test } from "vitest";
import { isInPeriod, isNarrow, monthsOf, NO_FILTER, requestFields, yearsOf } from "./filter";

test.each([
  ["", {}],
  ["2026-11", { since: "2026-11", until: "2026-11" }],
  ["2026", { since: "2026-01", until: "2026-12" }],
])("the period '%s' is a range of months", (period, months) => {
  expect(monthsOf(period)).toEqual(months);
});

test("a request names only what the filter narrows", () => {
  expect(requestFields(NO_FILTER)).toEqual({});
  expect(requestFields({ ...NO_FILTER, opponent: "bot:careful" })).toEqual({ opponent: "bot:careful" });
});

test("the printed rules are a set of house rules too, with an empty key", () => {
  expect(requestFields({ ...NO_FILTER, house: "" })).toEqual({ house: "" });
  expect(isNarrow({ ...NO_FILTER, house: "" })).toBe(true);
});

test("a game alone doesn't narrow its own games", () => {
  expect(isNarrow({ ...NO_FILTER, game: "tomb" })).toBe(false);
});

test("months are grouped by year, newest first", () => {
  expect(yearsOf(["2025-12", "2026-01", "2026-11", "2026-11"])).toEqual([
    { year: "2026", months: ["2026-11", "2026-01"] },
    { year: "2025", months: ["2025-12"] },
  ]);
});

test("a time is in its own month and year, and in all time", () => {
  const moment = Date.UTC(2026, 10, 30, 23, 59);
  expect(["", "2026", "2026-11", "2026-12", "2025"].map((period) => isInPeriod(period, moment))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
