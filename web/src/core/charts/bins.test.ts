import { expect, test } from "vitest";
import { columnsOf, isNumeric, labelStep, total } from "./bins";

const counted = (counts: Record<string, number>) => Object.entries(counts).map(([value, count]) => ({ value, count }));

test("values are numbers if all of them are", () => {
  expect(isNumeric(counted({ "0": 1, "12": 2 }))).toBe(true);
  expect(isNumeric(counted({ "0": 1, monster: 2 }))).toBe(false);
  expect(isNumeric([])).toBe(false);
});

test("few values have one column each, also those that never occurred, from 0 on", () => {
  expect(columnsOf(counted({ "1": 2, "4": 3 }), 10)).toEqual([
    { from: 0, to: 0, count: 0 },
    { from: 1, to: 1, count: 2 },
    { from: 2, to: 2, count: 0 },
    { from: 3, to: 3, count: 0 },
    { from: 4, to: 4, count: 3 },
  ]);
});

test("many values share columns of a round width", () => {
  const columns = columnsOf(counted({ "0": 4, "3": 1, "17": 2, "61": 1 }), 16);
  expect(columns).toHaveLength(13);
  expect(columns[0]).toEqual({ from: 0, to: 4, count: 5 });
  expect(columns[3]).toEqual({ from: 15, to: 19, count: 2 });
  expect(columns.at(-1)).toEqual({ from: 60, to: 64, count: 1 });
});

test("columns don't begin at 0 if all values are far from it", () => {
  expect(columnsOf(counted({ "40": 1, "42": 1 }), 10).map(({ from }) => from)).toEqual([40, 41, 42]);
});

test("values below 0 have columns too", () => {
  expect(columnsOf(counted({ "-2": 1, "1": 1 }), 10).map(({ from }) => from)).toEqual([-2, -1, 0, 1]);
});

test("no values, no columns", () => {
  expect(columnsOf([], 10)).toEqual([]);
  expect(total([])).toBe(0);
  expect(total(counted({ a: 2, b: 3 }))).toBe(5);
});

test.each([
  [10, 400, 30, 1],
  [20, 300, 30, 2],
  [20, 10, 30, 20],
])("%i columns in %i pixels have labels at even steps", (columns, width, label, step) => {
  expect(labelStep(columns, width, label)).toBe(step);
});
