import { expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";
import { type Answer, fakeServer } from "./fake_server";

const PROFILE = { profile: "p", name: "Ada", language: "en", key: "profile-key" };
const RESULT = "GET /api/result?protocol=3";

async function fetchWith(stored: object, seat: number | null, answers: Answer[]) {
  fakeBrowser({ stored: { "underdeck.settings": { name: "Ada" }, ...stored } });
  const sent = fakeServer({ [RESULT]: answers });
  const { fetchResult } = await import("./result");
  return { sent, result: await fetchResult({ seat, key: "seat-key" }) };
}

test("the result is fetched with the key of the seat", async () => {
  const { sent, result } = await fetchWith({ "underdeck.profile": PROFILE }, 0, [{ outcome: "escaped" }]);
  expect(result).toEqual({ outcome: "escaped" });
  expect(sent).toMatchObject([{ key: "seat-key" }]);
});

test("spectators and guests have no history, so nothing is requested", async () => {
  expect(await fetchWith({ "underdeck.profile": PROFILE }, null, [])).toEqual({ sent: [], result: null });
  expect(await fetchWith({}, 0, [])).toEqual({ sent: [], result: null });
});

test("a game that isn't in the history has no result", async () => {
  const { result } = await fetchWith({ "underdeck.profile": PROFILE }, 0, [{ status: 409, code: "no_history" }]);
  expect(result).toBeNull();
});
