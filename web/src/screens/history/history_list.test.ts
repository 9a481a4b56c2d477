import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";
import { NO_FILTER } from "./filter";
import type { HistoryList } from "./history_list.svelte";

const ROUTE = "POST /api/profile/history";
let list: HistoryList;
beforeEach(async () => {
  fakeBrowser();
  list = new (await import("./history_list.svelte")).HistoryList();
});

const page = (tables: string[], next: string | null, game = "tomb") => ({
  games: tables.map((table) => ({ table, game })),
  next,
  total: 3,
});
const shown = () => list.games.map(({ table }) => table);

test("pages are appended until there is none left", async () => {
  const sent = fakeServer({ [ROUTE]: [page(["c", "b"], "x"), page(["a"], null)] });
  await list.load("k", NO_FILTER);
  expect([shown(), list.total, list.hasMore]).toEqual([["c", "b"], 3, true]);
  await list.more();
  expect([shown(), list.hasMore]).toEqual([["c", "b", "a"], false]);
  await list.more();
  expect(sent.map(({ body }) => body)).toEqual([{ limit: 20 }, { limit: 20, before: "x" }]);
});

test("the filter applies to every page", async () => {
  const sent = fakeServer({ [ROUTE]: [page(["b"], "x"), page(["a"], null)] });
  await list.load("k", { game: "tomb", house: "", period: "2026-11", opponent: "" });
  await list.more();
  const fields = { game: "tomb", house: "", since: "2026-11", until: "2026-11", limit: 20 };
  expect(sent.map(({ body }) => body)).toEqual([fields, { ...fields, before: "x" }]);
  expect(sent[0]?.key).toBe("k");
});

test("another filter replaces the list, and a late answer for the old one is ignored", async () => {
  fakeServer({ [ROUTE]: [page(["old"], "x"), page(["new"], null)] });
  const late = list.load("k", NO_FILTER);
  await list.load("k", { ...NO_FILTER, period: "2026" });
  await late;
  expect([shown(), list.hasMore, list.isLoading]).toEqual([["new"], false, false]);
});

test("games that this page doesn't know are left out", async () => {
  fakeServer({ [ROUTE]: [page(["a"], null, "canasta")] });
  await list.load("k", NO_FILTER);
  expect(shown()).toEqual([]);
});

test("a failure is thrown and loses nothing", async () => {
  fakeServer({ [ROUTE]: [page(["b"], "x"), "lost", page(["a"], null)] });
  await list.load("k", NO_FILTER);
  await expect(list.more()).rejects.toThrow();
  expect([shown(), list.isLoading]).toEqual([["b"], false]);
  await list.more();
  expect(shown()).toEqual(["b", "a"]);
});

test("an empty list has nothing more", async () => {
  fakeServer({ [ROUTE]: [page(["a"], "x")] });
  await list.load("k", NO_FILTER);
  list.clear();
  expect([shown(), list.total, list.hasMore]).toEqual([[], 0, false]);
});
