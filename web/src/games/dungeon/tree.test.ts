import { expect, test } from "vitest";
import type { PassageShown } from "../../core/protocol";
import { VIEWS } from "./recorded_views";
import { planOf } from "./tree";

const passage = (depth: number, next_to: number): PassageShown => ({
  value: 11 - depth,
  next_to,
  card: null,
  depth,
  is_lie: null,
});
const placed = (dungeon: PassageShown[], digs: Parameters<typeof planOf>[1] = []) =>
  planOf(dungeon, digs).spots.map(({ place, column, row }) => [place, column, row]);

test("an empty dungeon is only its cell", () => {
  expect(planOf([])).toEqual({
    spots: [{ place: 0, column: 0, row: 0, from: null, move: null }],
    columns: 1,
    rows: 1,
  });
});

test("a tunnel runs to the right by the depth of its passages", () => {
  expect(placed([passage(1, 0), passage(2, 1), passage(3, 2)])).toEqual([
    [0, 0, 0],
    [1, 1, 0],
    [2, 2, 0],
    [3, 3, 0],
  ]);
});

test("the main line leads to the front; the other tunnels are branches that point back to where they begin", () => {
  const { spots, rows } = planOf([passage(1, 0), passage(2, 1), passage(3, 2), passage(2, 1)]);
  expect(spots.find(({ place }) => place === 4)).toMatchObject({ column: 2, row: 0 });
  expect(spots.find(({ place }) => place === 2)).toMatchObject({ column: 2, row: 1, from: { column: 1, row: 0 } });
  expect(spots.find(({ place }) => place === 3)).toMatchObject({ column: 3, row: 1, from: { column: 2, row: 1 } });
  expect(rows).toBe(2);
});

test("a longer branch lies closer to the main line", () => {
  const rows = new Map(
    planOf([passage(1, 0), passage(1, 0), passage(2, 2), passage(1, 0)]).spots.map(({ place, row }) => [place, row]),
  );
  expect(rows.get(4)).toBe(0);
  expect(rows.get(2)).toBe(1);
  expect(rows.get(1)).toBe(2);
});

test("branches that would overlap get rows of their own", () => {
  const { rows, spots } = planOf([passage(1, 0), passage(1, 0), passage(1, 0), passage(2, 2)]);
  expect(rows).toBe(3);
  expect(new Set(spots.map(({ column, row }) => `${column} ${row}`)).size).toBe(spots.length);
});

test("a place to dig lies one column beyond the passage next to it", () => {
  const digs = [
    { place: 0, value: 10, move: "dig 10 @0" },
    { place: 2, value: 8, move: "dig 8 @2" },
  ];
  const found = planOf([passage(1, 0), passage(2, 1)], digs).spots.filter(({ move }) => move);
  expect(found.map(({ move, column, row }) => [move, column, row])).toEqual([
    ["dig 8 @2", 3, 0],
    ["dig 10 @0", 1, 1],
  ]);
});

test("no two cards of a recorded dungeon lie in one place", () => {
  for (const { players } of Object.values(VIEWS))
    for (const { dungeon } of players) {
      const spots = placed(dungeon).map(([, column, row]) => `${column} ${row}`);
      expect(new Set(spots).size).toBe(dungeon.length + 1);
    }
});
