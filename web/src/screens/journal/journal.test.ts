import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";
import type { Journal } from "./journal.svelte";

const ROUTE = "POST /api/profile/journal";
const ALL = { game: "", length: "full" } as const;
const part = (tables: string[], next: string | null) => ({
  name: "Ada",
  entries: tables.map((table) => ({ listed: { table, game: table === "x" ? "canasta" : "tomb" }, chronicle: null })),
  next,
  total: 3,
});
let journal: Journal;
const loaded = () => journal.entries.map(({ listed }) => listed.table);
beforeEach(async () => {
  fakeBrowser();
  journal = new (await import("./journal.svelte")).Journal();
});

test("parts are requested one after another until there is none left", async () => {
  const sent = fakeServer({ [ROUTE]: [part(["c", "b", "x"], "x"), part(["a"], null)] });
  await journal.load("k", { game: "tomb", length: "short" });
  expect([loaded(), journal.name, journal.total, journal.isComplete]).toEqual([["c", "b", "a"], "Ada", 3, true]);
  const fields = { game: "tomb", length: "short" };
  expect(sent.map(({ key, body }) => [key, body])).toEqual([
    ["k", fields],
    ["k", { ...fields, before: "x" }],
  ]);
});

test("a stopped journal keeps what it has", async () => {
  const sent = fakeServer({ [ROUTE]: [part(["c"], "x")] });
  const loading = journal.load("k", ALL);
  while (!loaded().length) await Promise.resolve();
  journal.stop();
  await loading;
  expect([loaded(), journal.isComplete, sent.length <= 2]).toEqual([["c"], false, true]);
});

test("another choice replaces the journal, and a late part of the old one is ignored", async () => {
  fakeServer({ [ROUTE]: [part(["old"], null), part(["new"], null)] });
  const late = journal.load("k", ALL);
  await journal.load("k", { game: "dungeon", length: "full" });
  await late;
  expect(loaded()).toEqual(["new"]);
});

test("a failure is thrown, and what was loaded stays", async () => {
  fakeServer({ [ROUTE]: [part(["c"], "x"), "lost"] });
  await expect(journal.load("k", ALL)).rejects.toThrow();
  expect([loaded(), journal.isLoading]).toEqual([["c"], false]);
});
