import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hashShare } from "./fairness";
import { type FakeBrowser, fakeBrowser } from "./fake_browser";
import type { LiveTable, TableSnapshot } from "./live.svelte";
import type { FairShown } from "./protocol";
import type { Seat } from "./seats.svelte";

const SEAT: Seat = {
  table: "t1",
  game: "dungeon",
  seat: 0,
  key: "secret",
  opened: 1,
  words: "abracadabra",
  shares: [],
};
const FAIR: FairShown = { commitment: "c1", shares: [null, null], owes: null, waits_for: [], words: null, seed: null };

/** A live table without a connection: it records what is sent. */
class FakeTable {
  snapshot: Partial<TableSnapshot> | null = null;
  sent: [string, string][] = [];
  listeners = new Set<() => void>();
  listen(listener: () => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  commit(share: string) {
    this.sent.push(["commit", share]);
  }
  reveal(words: string) {
    this.sent.push(["reveal", words]);
  }
}

let browser: FakeBrowser;
let table: FakeTable;
let stop: () => void;
let shares: typeof import("./shares");
let seats: typeof import("./seats.svelte").seats;

/** Open the table in a tab; two tabs of a device share its storage. */
async function open(stored: Seat | null) {
  browser = fakeBrowser({ stored: stored ? { "underdeck.seats": [stored] } : {} });
  shares = await import("./shares");
  ({ seats } = await import("./seats.svelte"));
  table = new FakeTable();
  stop = shares.takePartInShuffle(table as unknown as LiveTable, "t1");
}
async function tell(fair: Partial<FairShown>, fields: Partial<TableSnapshot> = {}) {
  table.snapshot = { seat: 0, status: "open", fair: { ...FAIR, ...fair }, ...fields };
  for (const listener of table.listeners) listener();
  await vi.waitFor(() => import("./fairness"));
  await vi.advanceTimersByTimeAsync(0);
}
beforeEach(async () => {
  vi.useFakeTimers();
  await open(SEAT);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("a share is 32 random bytes in hexadecimal, followed by the player's words", () => {
  expect(shares.drawShare()).toMatch(/^[0-9a-f]{64}$/);
  expect(shares.drawShare("  hocus pocus ")).toMatch(/^[0-9a-f]{64} hocus pocus$/);
  expect(shares.drawShare()).not.toBe(shares.drawShare());
});

test("the longest words fit exactly, and longer ones are cut by characters", () => {
  expect([...shares.drawShare("x".repeat(shares.MAX_WORDS_LENGTH))]).toHaveLength(200);
  const cut = shares.drawShare("🂡".repeat(300));
  expect([...cut]).toHaveLength(200);
  expect([...cut].at(-1)).toBe("🂡");
});

test("a secret is 32 random bytes that fit into an address", () => {
  expect(shares.drawSecret()).toMatch(/^[\w-]{43}$/);
  expect(shares.drawSecret()).not.toBe(shares.drawSecret());
});

test("the server's commitment is stored when it is first seen, and not after the end", async () => {
  await tell({});
  await tell({ commitment: "c2" });
  expect(seats.find("t1")?.commitment).toBe("c1");
  await open({ ...SEAT, commitment: null });
  await tell({}, { status: "over" });
  expect(seats.find("t1")?.commitment).toBeNull();
});

test("nothing is sent as long as nothing is owed", async () => {
  await tell({});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(table.sent).toEqual([]);
});

test("the stored share that nobody has seen is committed to by its hash", async () => {
  await open({ ...SEAT, shares: [{ words: "revealed", seen: ["x"] }, { words: "drawn at the start" }] });
  await tell({ owes: "commit" });
  expect(table.sent).toEqual([["commit", hashShare("drawn at the start")]]);
});

test("after a repeated shuffle a new share is derived, and stored before it is sent", async () => {
  await open({ ...SEAT, shares: [{ words: "revealed", seen: ["x"] }] });
  await tell({ owes: "commit" });
  const fresh = seats.find("t1")?.shares?.[1]?.words ?? "";
  expect(fresh).toMatch(/^[0-9a-f]{64} abracadabra$/);
  expect(table.sent).toEqual([["commit", hashShare(fresh)]]);
});

test("two tabs of a device derive the same share, another device another one", async () => {
  await tell({ owes: "commit" });
  const [first] = table.sent;
  const deviceKey = JSON.stringify(browser.storage.get("underdeck.shares"));
  await open(SEAT);
  browser.storage.set("underdeck.shares", JSON.parse(deviceKey));
  await tell({ owes: "commit" });
  expect(table.sent).toEqual([first]);
  await open(SEAT);
  await tell({ owes: "commit" });
  expect(table.sent).not.toEqual([first]);
});

test("the share is revealed once all have committed, and what they committed to is stored first", async () => {
  await open({ ...SEAT, shares: [{ words: "mine" }] });
  const committed = [hashShare("mine"), "theirs"];
  await tell({ owes: "reveal", shares: committed });
  expect(table.sent).toEqual([["reveal", "mine"]]);
  expect(seats.find("t1")?.shares).toEqual([{ words: "mine", seen: committed }]);
});

test("what was seen at the first reveal is never replaced", async () => {
  await open({ ...SEAT, shares: [{ words: "mine", seen: [hashShare("mine"), "at first"] }] });
  await tell({ owes: "reveal", shares: [hashShare("mine"), "changed"] });
  expect(table.sent).toEqual([["reveal", "mine"]]);
  expect(seats.find("t1")?.shares?.[0]?.seen).toEqual([hashShare("mine"), "at first"]);
});

test("a share that another device drew can't be revealed here", async () => {
  await tell({ owes: "reveal", shares: ["unknown", "theirs"] });
  expect(table.sent).toEqual([]);
});

test("a spectator and a seat that was given up send nothing", async () => {
  await tell({ owes: "reveal", shares: [hashShare("mine")] }, { seat: null });
  await open(null);
  await tell({ owes: "commit" });
  expect(table.sent).toEqual([]);
});

test("an unanswered share is sent again until the table is left", async () => {
  await open({ ...SEAT, shares: [{ words: "mine" }] });
  await tell({ owes: "commit" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(table.sent).toHaveLength(2);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([table.sent.length, table.listeners.size]).toEqual([2, 0]);
});
