import { expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

const PROFILE = { profile: "p", name: "Ada", language: "en", key: "pk" };
const SEAT = { table: "t", game: "tomb", seat: 0, key: "k", opened: 1 };
const REPLAY = { table: "t", game: "tomb", steps: [{ view: { game: "tomb" } }] };
const OF_SEAT = "GET /api/replay?protocol=3";
const OF_HISTORY = "POST /api/profile/replay";

async function open(stored: Record<string, unknown>) {
  fakeBrowser({ stored });
  return await import("./source");
}

test("a key of this device opens the replay", async () => {
  const sent = fakeServer({ [OF_SEAT]: [REPLAY] });
  const { loadReplay } = await open({ "underdeck.seats": [SEAT], "underdeck.profile": PROFILE });
  expect(await loadReplay("t")).toEqual({ replay: REPLAY, seat: 0 });
  expect(sent).toMatchObject([{ route: OF_SEAT, key: "k" }]);
});

test("a game of another device or of the terminal is found in the history", async () => {
  const sent = fakeServer({ [OF_HISTORY]: [REPLAY] });
  const { loadReplay } = await open({ "underdeck.profile": PROFILE });
  expect(await loadReplay("t")).toEqual({ replay: REPLAY, seat: 0 });
  expect(sent).toMatchObject([{ route: OF_HISTORY, key: "pk", body: { table: "t" } }]);
});

test("the player's seat is the one of the view", async () => {
  fakeServer({ [OF_HISTORY]: [{ ...REPLAY, game: "dungeon", steps: [{ view: { game: "dungeon", seat: 2 } }] }] });
  const { loadReplay } = await open({ "underdeck.profile": PROFILE });
  expect((await loadReplay("t"))?.seat).toBe(2);
});

test("without a key and a profile there is nothing to see, and no request", async () => {
  const sent = fakeServer({});
  const { loadReplay } = await open({});
  expect(await loadReplay("t")).toBeNull();
  expect(sent).toEqual([]);
});

test("a game of somebody else is refused", async () => {
  fakeServer({ [OF_HISTORY]: [{ status: 404, code: "unknown_table" }] });
  const { loadReplay } = await open({ "underdeck.profile": PROFILE });
  await expect(loadReplay("t")).rejects.toThrow("unknown_table");
});

test("a record comes from the seat or from the history", async () => {
  const record = { game: "tomb" };
  fakeServer({ "GET /api/record?protocol=3": [record], "POST /api/profile/record": [{ record, seat: 0 }] });
  expect(await (await open({ "underdeck.seats": [SEAT] })).loadRecord("t")).toEqual(record);
  expect(await (await open({ "underdeck.profile": PROFILE })).loadRecord("t")).toEqual(record);
});

test("a review comes from the seat or from the history", async () => {
  const review = { game: "tomb", goal: "win" };
  const sent = fakeServer({ "POST /api/review": [review], "POST /api/profile/review": [review] });
  const bySeat = await open({ "underdeck.seats": [SEAT] });
  expect(await bySeat.loadReview("t", "tomb", "")).toEqual(review);
  expect(await (await open({ "underdeck.profile": PROFILE })).loadReview("t", "tomb", "points")).toEqual(review);
  expect(sent).toMatchObject([
    { key: "k", body: { goal: "" } },
    { key: "pk", body: { table: "t", goal: "points" } },
  ]);
});
