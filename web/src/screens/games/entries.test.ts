import { expect, test } from "vitest";
import type { GameListed } from "../../core/protocol";
import { type HistoryFilter, NO_FILTER } from "../history/filter";
import { byMonth, mergeEntries } from "./entries";
import type { ListedGame } from "./games";

const HOUR_S = 3600;
const listed = (table: string, hour: number) => ({ table, game: "tomb", at: hour * HOUR_S }) as GameListed;
const device = (table: string, hour: number, game = "tomb") =>
  ({ table, game, at: hour * HOUR_S * 1000 }) as ListedGame;

function merge(games: GameListed[], hasMore: boolean, ofDevice: ListedGame[], filter: Partial<HistoryFilter> = {}) {
  const entries = mergeEntries({ games, hasMore }, ofDevice, { ...NO_FILTER, ...filter });
  return entries.map((entry) => ("listed" in entry ? entry.listed.table : `${entry.device.table} here`));
}

test("a game that both know is listed once", () => {
  expect(merge([listed("a", 2)], false, [device("a", 1)])).toEqual(["a"]);
});

test("games that only this device knows are put in order of time", () => {
  expect(merge([listed("b", 3), listed("a", 1)], false, [device("c", 2)])).toEqual(["b", "c here", "a"]);
});

test("a game that may be on a later page waits for it", () => {
  expect(merge([listed("b", 3)], true, [device("a", 2)])).toEqual(["b"]);
  expect(merge([listed("b", 3)], false, [device("a", 2)])).toEqual(["b", "a here"]);
});

test.each([
  [{ game: "tomb" }, ["a here"]],
  [{ game: "dungeon" }, ["b here"]],
  [{ period: "1970-01" }, ["b here", "a here"]],
  [{ period: "1971" }, []],
  [{ house: "" }, []],
  [{ opponent: "bot:careful" }, []],
] as const)("the filter %j applies to games of this device as far as they are known", (filter, shown) => {
  expect(merge([], false, [device("a", 1), device("b", 2, "dungeon")], filter)).toEqual(shown);
});

test("entries are grouped by month, in their order", () => {
  const at = (month: number) => new Date(2026, month, 15).getTime();
  const entries = [at(10), at(10), at(8)].map((moment) => ({ at: moment, device: device("a", 0) }));
  expect(byMonth(entries).map(({ month, entries }) => [month, entries.length])).toEqual([
    ["2026-11", 2],
    ["2026-09", 1],
  ]);
});
