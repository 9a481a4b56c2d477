import { beforeEach, expect, test } from "vitest";
import { type FakeBrowser, fakeBrowser, readStored } from "./fake_browser";
import type { Seat } from "./seats.svelte";

const KEY = "underdeck.seats";
const SEAT: Seat = { table: "t1", game: "dungeon", seat: 0, key: "secret", opened: 1 };

let browser: FakeBrowser;
let seats: typeof import("./seats.svelte").seats;
async function open(stored: Seat[] = []) {
  browser = fakeBrowser({ stored: { [KEY]: stored } });
  ({ seats } = await import("./seats.svelte"));
}
/** Write as another tab would, and let this tab hear of it. */
function writeElsewhere(stored: Seat[]) {
  browser.storage.set(KEY, JSON.stringify(stored));
  browser.dispatch("storage", { key: KEY });
}
beforeEach(() => open());

test("a saved seat is found and stored, the newest first", () => {
  seats.save(SEAT);
  seats.save({ ...SEAT, table: "t2" });
  expect(seats.find("t1")).toMatchObject(SEAT);
  expect(seats.all.map(({ table }) => table)).toEqual(["t2", "t1"]);
  expect(readStored<Seat[]>(browser, KEY)).toEqual(seats.all);
});

test("seats that can't be read are forgotten", async () => {
  browser = fakeBrowser();
  browser.storage.set(KEY, '{"not": "a list"}');
  expect((await import("./seats.svelte")).seats.all).toEqual([]);
  browser = fakeBrowser();
  browser.storage.set(KEY, "[broken");
  expect((await import("./seats.svelte")).seats.all).toEqual([]);
});

test("a seat that is saved again keeps its first commitment and all its shares", () => {
  seats.save({ ...SEAT, commitment: "first", shares: [{ words: "one", seen: ["hash"] }], words: "typed" });
  seats.save({ ...SEAT, commitment: "second", shares: [{ words: "two" }], join: "invitation" });
  expect(seats.find("t1")).toMatchObject({ commitment: "first", words: "typed", join: "invitation" });
  expect(seats.find("t1")?.shares).toEqual([{ words: "one", seen: ["hash"] }, { words: "two" }]);
});

test("the oldest seats are dropped beyond the limit", () => {
  for (let n = 0; n <= 200; n++) seats.save({ ...SEAT, table: `t${n}` });
  expect(seats.all).toHaveLength(200);
  expect(seats.find("t0")).toBeUndefined();
});

test("fields of one seat are changed, and a seat is removed", () => {
  seats.save(SEAT);
  seats.save({ ...SEAT, table: "t2" });
  seats.change("t1", { over: true });
  expect(seats.all.map(({ over }) => over)).toEqual([undefined, true]);
  seats.remove("t1");
  expect(seats.all.map(({ table }) => table)).toEqual(["t2"]);
});

test("a change by another tab is seen at once, and kept by the next change here", () => {
  seats.save(SEAT);
  writeElsewhere([{ ...SEAT, over: true }]);
  expect(seats.find("t1")?.over).toBe(true);
  seats.change("t1", { words: "mine" });
  expect(seats.find("t1")).toMatchObject({ over: true, words: "mine" });
});

test("shares that two tabs store at the same time are joined, and the join is stored", () => {
  seats.save({ ...SEAT, shares: [{ words: "here" }] });
  writeElsewhere([{ ...SEAT, shares: [{ words: "there" }] }]);
  const joined = [{ words: "there" }, { words: "here" }];
  expect(seats.find("t1")?.shares).toEqual(joined);
  expect(readStored<Seat[]>(browser, KEY)[0]?.shares).toEqual(joined);
});

test("what was seen when a share was revealed is never lost to another tab", () => {
  seats.save({ ...SEAT, shares: [{ words: "here", seen: ["a", null] }] });
  writeElsewhere([{ ...SEAT, shares: [{ words: "here" }] }]);
  expect(seats.find("t1")?.shares).toEqual([{ words: "here", seen: ["a", null] }]);
});

test("the first commitments that were seen of a share are not replaced", () => {
  seats.save({ ...SEAT, shares: [{ words: "here", seen: ["late"] }] });
  writeElsewhere([{ ...SEAT, shares: [{ words: "here", seen: ["stored"] }] }]);
  expect(seats.find("t1")?.shares).toEqual([{ words: "here", seen: ["stored"] }]);
});

test("a seat is read again, and changed, without waiting for the other tab's event", () => {
  seats.save(SEAT);
  browser.storage.set(KEY, JSON.stringify([{ ...SEAT, shares: [{ words: "there" }] }]));
  expect(seats.find("t1")?.shares).toEqual([]);
  expect(seats.reread("t1")?.shares).toEqual([{ words: "there" }]);
  seats.change("t1", { over: true });
  expect(seats.find("t1")).toMatchObject({ over: true, shares: [{ words: "there" }] });
});

test("changes of other keys in the storage are ignored", () => {
  seats.save(SEAT);
  browser.storage.set(KEY, "[]");
  browser.dispatch("storage", { key: "underdeck.settings" });
  expect(seats.all).toHaveLength(1);
});

test("damaged seats are dropped; a seat in an unknown game is kept, but not listed", async () => {
  const unknown = { ...SEAT, table: "t9", game: "chess" };
  await open([unknown, { table: "t8" }, 7, null, SEAT] as unknown as Seat[]);
  const reopened = (await import("./seats.svelte")).seats;
  expect(reopened.all).toEqual([SEAT]);
  reopened.change("t1", { over: true });
  expect(JSON.parse(browser.storage.get(KEY) ?? "")).toEqual([unknown, { ...SEAT, over: true }]);
});
