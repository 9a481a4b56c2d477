import { beforeEach, expect, test, vi } from "vitest";
import { type FakeBrowser, fakeBrowser } from "./fake_browser";
import { type Answer, fakeServer, type SentRequest } from "./fake_server";

const SEATED = { table: "t1", seat: 0, key: "seat-key", join: "join-key", watch: "watch-key" };
const PROMISE = { promise: "p1", commitment: "c1", expires: 9 };
const PROFILE = { profile: "p", name: "Ada", language: "en", key: "profile-key" };
const LOST_AND_FOUND: Answer[] = ["lost", SEATED];

let browser: FakeBrowser;
let open: typeof import("./open");
let seats: typeof import("./seats.svelte").seats;
beforeEach(async () => {
  vi.useFakeTimers();
  browser = fakeBrowser({ stored: { "underdeck.settings": { name: "Ada" }, "underdeck.profile": PROFILE } });
  open = await import("./open");
  ({ seats } = await import("./seats.svelte"));
});

/** Run something that waits between attempts, and return its result. */
async function finish<T>(running: Promise<T>): Promise<T> {
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return await running;
}
const bodies = (sent: SentRequest[], route: string) =>
  sent.filter((each) => each.route === route).map(({ body }) => body as Record<string, unknown>);

test("the server commits to its seed before a solitaire sends its share", async () => {
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": [SEATED] });
  await finish(open.openTable({ game: "tomb", words: "abracadabra" }));
  expect(sent.map(({ route }) => route)).toEqual(["POST /api/promises", "POST /api/tables"]);
  const [body] = bodies(sent, "POST /api/tables");
  expect(body).toMatchObject({ game: "tomb", name: "Ada", promise: "p1" });
  expect(body?.words).toMatch(/^[0-9a-f]{64} abracadabra$/);
  expect(body).not.toHaveProperty("share");
});

test("bots move at the pace of the settings, except where the request has another", async () => {
  const { settings } = await import("./settings.svelte");
  settings.botPace = "fast";
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": [SEATED] });
  await finish(open.openTable({ game: "dungeon" }));
  await finish(open.openTable({ game: "dungeon", pace: 3 }));
  await finish(open.openTable({ game: "tomb" }));
  expect(bodies(sent, "POST /api/tables").map(({ pace }) => pace)).toEqual([0.2, 3, undefined]);
});

test("a game for several sends only the hash of its share", async () => {
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": [SEATED] });
  await finish(open.openTable({ game: "dungeon", words: "abracadabra" }));
  const { hashShare } = await import("./fairness");
  const [body] = bodies(sent, "POST /api/tables");
  const share = seats.find("t1")?.shares?.[0]?.words ?? "";
  expect(share).toMatch(/ abracadabra$/);
  expect(body?.share).toBe(hashShare(share));
  expect(JSON.stringify(body)).not.toContain("abracadabra");
});

test("the seat is stored with all that the final check needs, and its table is shown", async () => {
  fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": [SEATED] });
  await finish(open.openTable({ game: "tomb", words: "abracadabra" }));
  expect(seats.find("t1")).toMatchObject({ ...SEATED, game: "tomb", commitment: "c1", words: "abracadabra" });
  expect(browser.location.hash).toBe("#/table/t1");
});

test.each([{ deal: "7KQ2P" }, { again: "old key" }])(
  "a chosen deal has neither promise nor share: %o",
  async (chosen) => {
    const sent = fakeServer({ "POST /api/tables": [SEATED] });
    await finish(open.openTable({ game: "tomb", ...chosen }));
    const [body] = bodies(sent, "POST /api/tables");
    expect(body).toMatchObject(chosen);
    expect(body).not.toHaveProperty("words");
    expect(seats.find("t1")?.shares).toEqual([]);
  },
);

test("a seat is taken by an invitation, whose commitment is stored", async () => {
  const sent = fakeServer({ "POST /api/seats": [SEATED] });
  await finish(open.sitDown({ key: "invitation" }, "dungeon", "", "c2"));
  expect(bodies(sent, "POST /api/seats")).toMatchObject([{ key: "invitation", name: "Ada" }]);
  expect(seats.find("t1")).toMatchObject({ game: "dungeon", commitment: "c2" });
});

test("a rematch and a seat of another device are stored under their tables", async () => {
  fakeServer({
    "POST /api/seat/rematch": [{ ...SEATED, table: "t2", commitment: "c3" }],
    "POST /api/profile/seat": [{ ...SEATED, table: "t3" }],
  });
  await finish(open.followRematch("old key", "dungeon"));
  await finish(open.fetchSeat("t3", "tomb"));
  expect(seats.find("t2")?.commitment).toBe("c3");
  expect(seats.find("t3")?.commitment).toBeUndefined();
});

test("a lost response is retried with the same secret, so that no second seat is taken", async () => {
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": LOST_AND_FOUND });
  await finish(open.openTable({ game: "tomb" }));
  const [first, second] = bodies(sent, "POST /api/tables");
  expect(first?.secret).toMatch(/^[\w-]{43}$/);
  expect(second).toEqual(first);
});

test.each([
  [[{ status: 502, code: "" }, SEATED], 2],
  [[{ status: 504, code: "" }, { status: 504, code: "" }, SEATED], 3],
  [["lost", { status: 409, code: "unknown_promise" }, SEATED], 3],
] as [Answer[], number][])("%j is worth retrying", async (answers, expected) => {
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": answers });
  await finish(open.openTable({ game: "tomb" }));
  expect(bodies(sent, "POST /api/tables")).toHaveLength(expected);
});

test.each([
  [[{ status: 409, code: "unknown_promise" }, SEATED], 1],
  [[{ status: 400, code: "bad_name" }, SEATED], 1],
  [[{ status: 503, code: "draining" }, SEATED], 1],
  [["lost"], 3],
] as [Answer[], number][])("%j is given up after some attempts", async (answers, expected) => {
  const sent = fakeServer({ "POST /api/promises": [PROMISE], "POST /api/tables": answers });
  await expect(finish(open.openTable({ game: "tomb" }))).rejects.toThrow();
  expect(bodies(sent, "POST /api/tables")).toHaveLength(expected);
  expect(seats.all).toEqual([]);
});

test.each([
  ["POST /api/daily", () => open.playDaily("tomb")],
  ["POST /api/competitions/c1/game", () => open.playCompetition("c1", "tomb")],
] as const)("%s opens or resumes a game, so that a lost response is retried", async (route, play) => {
  const sent = fakeServer({ [route]: ["lost", { ...SEATED, commitment: "c4" }] });
  await finish(play());
  expect(sent.map((each) => [each.route, each.key])).toEqual([
    [route, "profile-key"],
    [route, "profile-key"],
  ]);
  expect(seats.find("t1")).toMatchObject({ game: "tomb", commitment: "c4" });
  expect(browser.location.hash).toBe("#/table/t1");
});

test("a deal is played by its code, once: another request would be another attempt", async () => {
  const sent = fakeServer({ "POST /api/deals/play": ["lost", SEATED] });
  await expect(finish(open.playDeal("12345", "tomb", { drop_sum: true }))).rejects.toThrow();
  expect(bodies(sent, "POST /api/deals/play")).toEqual([{ code: "12345", name: "Ada", house: { drop_sum: true } }]);
});

test("a finished deal is played again with the key of its seat, fetched if it was played on another device", async () => {
  const sent = fakeServer({ "POST /api/profile/seat": [{ ...SEATED, key: "old key" }], "POST /api/tables": [SEATED] });
  await finish(open.playAgain("t9", "tomb"));
  expect(bodies(sent, "POST /api/profile/seat")).toEqual([{ table: "t9" }]);
  expect(bodies(sent, "POST /api/tables")).toMatchObject([{ again: "old key" }]);
  await finish(open.playAgain("t1", "tomb"));
  expect(bodies(sent, "POST /api/tables")[1]).toMatchObject({ again: "seat-key" });
});

test("a table is resumed with the stored key, or with one from the server", async () => {
  const sent = fakeServer({ "POST /api/profile/seat": [SEATED] });
  await finish(open.resumeTable("t1", "tomb"));
  await finish(open.resumeTable("t1", "tomb"));
  expect(bodies(sent, "POST /api/profile/seat")).toHaveLength(1);
  expect(browser.location.hash).toBe("#/table/t1");
});
