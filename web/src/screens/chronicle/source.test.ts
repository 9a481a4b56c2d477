import { expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

const PROFILE = { profile: "p", name: "Ada", language: "en", key: "pk" };
const SEAT = { table: "t", game: "tomb", seat: 0, key: "k", opened: 1 };
const TALE = { table: "t", title: "The Long Stair" };
const HOW = { length: "full", seat: null } as const;
const BY_KEY = "POST /api/chronicle";
const OF_HISTORY = "POST /api/profile/chronicle";

async function open(stored: Record<string, unknown> = {}) {
  fakeBrowser({ stored });
  return await import("./source");
}

test("an address is that of a shared link or of an own game", async () => {
  const { readSource } = await open();
  const { chronicleHref } = await import("../../core/chronicle");
  expect(readSource("7hKQ", "")).toEqual({ key: "7hKQ" });
  expect(readSource("game", "t")).toEqual({ table: "t" });
  expect(chronicleHref("t")).toBe("#/chronicle/game/t");
});

test("a shared link is read with its key", async () => {
  const sent = fakeServer({ [BY_KEY]: [TALE] });
  const { loadChronicle } = await open({ "underdeck.seats": [SEAT], "underdeck.profile": PROFILE });
  expect(await loadChronicle({ key: "shared" }, HOW)).toEqual(TALE);
  expect(sent).toMatchObject([{ route: BY_KEY, key: "shared", body: HOW }]);
});

test("an own game is read with the key of its seat, else found in the history", async () => {
  const sent = fakeServer({ [BY_KEY]: [TALE], [OF_HISTORY]: [TALE] });
  await (await open({ "underdeck.seats": [SEAT], "underdeck.profile": PROFILE })).loadChronicle({ table: "t" }, HOW);
  await (await open({ "underdeck.profile": PROFILE })).loadChronicle({ table: "t" }, HOW);
  expect(sent).toMatchObject([
    { route: BY_KEY, key: "k", body: HOW },
    { route: OF_HISTORY, key: "pk", body: { ...HOW, table: "t" } },
  ]);
});

test("without a key and a profile nothing is requested", async () => {
  const sent = fakeServer({});
  const { loadChronicle } = await open();
  await expect(loadChronicle({ table: "t" }, HOW)).rejects.toMatchObject({ code: "unknown_key" });
  expect(sent).toEqual([]);
});

test("a link is made with the key of the seat or of the profile; a shared one is passed on", async () => {
  const link = { key: "new" };
  const sent = fakeServer({ "POST /api/chronicle/link": [link], "POST /api/profile/chronicle/link": [link] });
  const origin = "https://example.org";
  const ofSeat = await open({ "underdeck.seats": [SEAT] });
  expect(await ofSeat.loadLink({ table: "t" }, origin)).toBe("https://example.org/#/chronicle/new");
  const ofHistory = await open({ "underdeck.profile": PROFILE });
  expect(await ofHistory.loadLink({ table: "t" }, origin)).toBe("https://example.org/#/chronicle/new");
  expect(await ofHistory.loadLink({ key: "old" }, origin)).toBe("https://example.org/#/chronicle/old");
  expect(sent).toMatchObject([
    { route: "POST /api/chronicle/link", key: "k" },
    { route: "POST /api/profile/chronicle/link", key: "pk", body: { table: "t" } },
  ]);
});

test("spectators can't make a link", async () => {
  const { isShareable } = await open({ "underdeck.seats": [{ ...SEAT, seat: null }] });
  expect([{ table: "t" }, { table: "other" }, { key: "k" }].map(isShareable)).toEqual([false, true, true]);
});
