import { expect, test } from "vitest";
import type { JournalEntry } from "../../core/protocol";
import { bindBook } from "./book";

interface Told {
  survived?: boolean;
  plot?: Record<string, number | string>;
}
const told = (table: string, { survived = true, plot = {} }: Told = {}) =>
  ({ listed: { table, survived }, chronicle: { subject: `Hero ${table}`, plot } }) as unknown as JournalEntry;
const untold = (table: string) => ({ listed: { table }, chronicle: null }) as unknown as JournalEntry;
const carrying = (kings: number, points: number) => ({ kings, points, gold: points * 1000 });

test("tales and untold games are in the order in which they were played", () => {
  const { tales, untold: rest } = bindBook([told("d"), untold("c"), told("b"), untold("a")]);
  expect(tales.map(({ listed }) => listed.table)).toEqual(["b", "d"]);
  expect(rest.map(({ table }) => table)).toEqual(["a", "c"]);
});

test("treasures are summed over the heroes who brought them out", () => {
  const { treasures, total, lostGold } = bindBook([
    told("c", { plot: carrying(2, 30) }),
    told("b", { plot: carrying(1, 15), survived: false }),
    told("a", { plot: carrying(1, 12) }),
  ]);
  expect(treasures.map(({ subject }) => subject)).toEqual(["Hero a", "Hero c"]);
  expect(total).toEqual({ kings: 3, points: 42, gold: 42000 });
  expect(lostGold).toBe(15000);
});

test("heroes with empty hands and games without treasure are left out", () => {
  const { treasures, total } = bindBook([
    told("b", { plot: carrying(0, 0) }),
    told("a", { plot: { theme: "rivalry" } }),
  ]);
  expect(treasures).toEqual([]);
  expect(total).toEqual({ kings: 0, points: 0, gold: 0 });
});

test("a book of nothing is empty", () => {
  expect(bindBook([])).toMatchObject({ tales: [], untold: [], treasures: [], lostGold: 0 });
});
