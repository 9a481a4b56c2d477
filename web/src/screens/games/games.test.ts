import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { ProfileShown, ResultListed, TableListed } from "../../core/protocol";
import type { Seat } from "../../core/seats.svelte";

let games: typeof import("./games");
let seats: typeof import("../../core/seats.svelte").seats;
beforeEach(async () => {
  fakeBrowser();
  games = await import("./games");
  ({ seats } = await import("../../core/seats.svelte"));
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const seat = (fields: Partial<Seat>): Seat => ({
  table: "t1",
  game: "tomb",
  seat: 0,
  key: "k",
  opened: 5000,
  ...fields,
});
const listed = (fields: Partial<TableListed>): TableListed => ({
  table: "t1",
  game: "tomb",
  status: "running",
  house: {},
  names: ["Ada"],
  bots: [false],
  free: 0,
  created: 3,
  kinds: [""],
  ...fields,
});
const RESULT = { ending: "lost", kings: 0, points: 0, gold: 0, won: false } as ResultListed["result"];
const ended = (fields: Partial<ResultListed>): ResultListed => ({
  table: "t1",
  game: "tomb",
  seat: 1,
  at: 9,
  result: RESULT,
  ...fields,
});
const profile = (tables: TableListed[], results: ResultListed[]): ProfileShown => ({
  profile: "p",
  name: "Ada",
  language: "en",
  tables,
  results,
  keys: 1,
});

test("without a profile the games are those of this device", () => {
  expect(games.mergeGames([seat({})], null)).toEqual([
    {
      table: "t1",
      game: "tomb",
      seat: 0,
      watched: false,
      at: 5000,
      status: "running",
      names: [],
      result: null,
      key: "k",
    },
  ]);
});

test("a game that both know is listed once, with the server's data and this device's key", () => {
  const merged = games.mergeGames([seat({})], profile([listed({ status: "over" })], [ended({})]));
  expect(merged).toMatchObject([{ seat: 1, at: 9000, status: "over", names: ["Ada"], result: RESULT, key: "k" }]);
});

test("a game of another device has no key here, and the time at which it was opened", () => {
  const merged = games.mergeGames([], profile([listed({ status: "open" })], []));
  expect(merged).toMatchObject([{ key: null, seat: null, watched: false, at: 3000, status: "open" }]);
});

test("the newest games come first", () => {
  const merged = games.mergeGames(
    [seat({ table: "old", opened: 1000 }), seat({ table: "new", opened: 20_000 })],
    profile([], [ended({ table: "ended", at: 10 })]),
  );
  expect(merged.map(({ table }) => table)).toEqual(["new", "ended", "old"]);
});

test.each([
  [seat({ over: true }), undefined, "over"],
  [seat({}), listed({ status: "closed" }), "over"],
  [seat({}), listed({ status: "open" }), "open"],
  [seat({}), listed({}), "running"],
] as const)("a game is unfinished until one of both knows its end", (stored, table, status) => {
  expect(games.mergeGames([stored], profile(table ? [table] : [], []))[0]?.status).toBe(status);
});

test("a spectator watches, until the profile has a result of its own", () => {
  const spectator = seat({ seat: null });
  expect(games.mergeGames([spectator], null)[0]).toMatchObject({ watched: true, seat: null });
  expect(games.mergeGames([spectator], profile([], [ended({})]))[0]).toMatchObject({ watched: false, seat: 1 });
});

test("games that this page doesn't know are left out", () => {
  expect(games.mergeGames([], profile([listed({ game: "canasta" })], []))).toEqual([]);
});

test("games that ended elsewhere are marked as over on this device", () => {
  for (const table of ["ended", "closed", "running"]) seats.save(seat({ table }));
  games.markFinished(
    profile([listed({ table: "closed", status: "closed" }), listed({ table: "running" })], [ended({ table: "ended" })]),
  );
  expect(["ended", "closed", "running"].map((table) => seats.find(table)?.over)).toEqual([true, true, undefined]);
});

test("notes say that help was used, or that the cards were known", () => {
  expect(games.resultNotes({})).toEqual([]);
  expect(games.resultNotes({ assisted: true, deal: "again" })).toHaveLength(2);
  expect(games.resultNotes({ deal: "walkthrough" })).toHaveLength(1);
  expect(games.resultNotes({ deal: "fair" })).toEqual([]);
});
