import { expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

const ROUTE = "POST /api/profile/seat";
const PROFILE = { profile: "p", name: "Ada", language: "en", key: "pk" };
const SEAT = { table: "t", game: "tomb", seat: 0, key: "k", opened: 1 };

async function open(stored: Record<string, unknown>) {
  fakeBrowser({ stored });
  return (await import("./seat")).findSeat("t");
}

test("a key of this device is used without asking the server", async () => {
  const sent = fakeServer({});
  expect(await open({ "underdeck.seats": [SEAT], "underdeck.profile": PROFILE })).toMatchObject({ key: "k", seat: 0 });
  expect(sent).toEqual([]);
});

test("a game of another device is opened by the profile", async () => {
  const sent = fakeServer({ [ROUTE]: [{ table: "t", seat: 2, key: "fresh" }] });
  expect(await open({ "underdeck.profile": PROFILE })).toMatchObject({ key: "fresh", seat: 2 });
  expect(sent).toMatchObject([{ key: "pk", body: { table: "t" } }]);
});

test("without a profile there is no seat, and none is created", async () => {
  const sent = fakeServer({});
  expect(await open({})).toBeNull();
  expect(sent).toEqual([]);
});

test("a table of somebody else is refused", async () => {
  fakeServer({ [ROUTE]: [{ status: 404, code: "unknown_table" }] });
  await expect(open({ "underdeck.profile": PROFILE })).rejects.toThrow("unknown_table");
});
