import { expect, test } from "vitest";
import { fakeBrowser, readStored } from "./fake_browser";
import { type Answer, fakeServer } from "./fake_server";

const PROFILE = { profile: "p", name: "Ada", language: "en", key: "old" };
const FRESH = { ...PROFILE, key: "fresh" };
const GET_PROFILE = "GET /api/profile?protocol=3";
const TAKE = "POST /api/profile/seat";

async function open(stored: object | null, answers: Record<string, Answer[]>) {
  const settings = { "underdeck.settings": { name: "Ada", language: "en" } };
  const browser = fakeBrowser({ stored: stored ? { ...settings, "underdeck.profile": stored } : settings });
  const sent = fakeServer(answers);
  const { player } = await import("./player.svelte");
  return { browser, sent, player };
}

test("a profile is created when it is first needed, and stored", async () => {
  const { browser, sent, player } = await open(null, { "POST /api/profiles": [FRESH] });
  expect(player.profile).toBeNull();
  expect(await player.key()).toBe("fresh");
  expect(await player.key()).toBe("fresh");
  expect(sent).toMatchObject([{ body: { name: "Ada", language: "en" } }]);
  expect(readStored(browser, "underdeck.profile")).toEqual(FRESH);
});

test("a stored profile is used; one that can't be read is not", async () => {
  expect((await open(PROFILE, {})).player.profile).toEqual(PROFILE);
  const browser = fakeBrowser();
  browser.storage.set("underdeck.profile", "{broken");
  expect((await import("./player.svelte")).player.profile).toBeNull();
});

test("signing in takes the profile's name, and signing out forgets the profile", async () => {
  const { browser, player } = await open(null, {});
  player.signIn({ ...FRESH, name: "Bo", language: "en" });
  const { settings } = await import("./settings.svelte");
  expect(settings.name).toBe("Bo");
  player.signOut();
  expect(player.profile).toBeNull();
  expect(readStored(browser, "underdeck.profile")).toBeNull();
});

test("requests are sent with the profile's key", async () => {
  const { sent, player } = await open(PROFILE, { [TAKE]: [{ table: "t1" }] });
  expect(await player.request(TAKE, { table: "t1" })).toEqual({ table: "t1" });
  expect(sent).toMatchObject([{ key: "old", body: { table: "t1" } }]);
});

test("a profile that was signed out elsewhere is replaced, and the request is sent again", async () => {
  const { sent, player } = await open(PROFILE, {
    [TAKE]: [{ status: 401, code: "unknown_key" }, { table: "t1" }],
    [GET_PROFILE]: [{ status: 401, code: "unknown_key" }],
    "POST /api/profiles": [FRESH],
  });
  await player.request(TAKE, { table: "t1" });
  expect(sent.map(({ route, key }) => [route, key])).toEqual([
    [TAKE, "old"],
    [GET_PROFILE, "old"],
    ["POST /api/profiles", undefined],
    [TAKE, "fresh"],
  ]);
});

test.each([
  ["the unknown key is another one", { status: 401, code: "unknown_key" }, PROFILE],
  ["the server can't be reached to ask", { status: 401, code: "unknown_key" }, "lost" as const],
  ["the refusal is about something else", { status: 409, code: "full" }, PROFILE],
])("the profile is kept if %s", async (_, refusal, profile) => {
  const { player } = await open(PROFILE, { [TAKE]: [refusal], [GET_PROFILE]: [profile] });
  await expect(player.request(TAKE, { table: "t1" })).rejects.toMatchObject({ code: refusal.code });
  expect(player.profile).toEqual(PROFILE);
});

const DAILY = "GET /api/daily?protocol=3";

test("what anyone may read is read with the profile's key, if there is one", async () => {
  const signedIn = await open(PROFILE, { [DAILY]: [{ day: "2026-11-17" }] });
  expect(await signedIn.player.read("GET /api/daily", {})).toEqual({ day: "2026-11-17" });
  expect(signedIn.sent).toMatchObject([{ key: "old" }]);
  const guest = await open(null, { [DAILY]: [{ day: "2026-11-17" }] });
  await guest.player.read("GET /api/daily", {});
  expect(guest.sent.map(({ key }) => key)).toEqual([undefined]);
});

test("a profile that was signed out elsewhere is forgotten, and what anyone may read is read without it", async () => {
  const { sent, player } = await open(PROFILE, { [DAILY]: [{ status: 401, code: "unknown_key" }, { day: "d" }] });
  expect(await player.read("GET /api/daily", {})).toEqual({ day: "d" });
  expect(sent.map(({ key }) => key)).toEqual(["old", undefined]);
  expect(player.profile).toBeNull();
});

test("a player without a name gets a default one, and is asked for another when it matters", async () => {
  const browser = fakeBrowser({ stored: { "underdeck.settings": { name: "", language: "en" } } });
  const renamed = "PUT /api/profile";
  const sent = fakeServer({ "POST /api/profiles": [{ ...FRESH, name: "Adventurer" }], [renamed]: [{}] });
  const { useFirstTexts } = await import("./words.svelte");
  useFirstTexts("en");
  const { player } = await import("./player.svelte");
  const { settings } = await import("./settings.svelte");
  await player.key();
  expect(sent).toMatchObject([{ body: { name: "Adventurer" } }]);
  expect(settings.name).toBe("");
  settings.name = "Bo";
  await player.rename();
  expect(sent.at(-1)).toMatchObject({ body: { name: "Bo" }, key: "fresh" });
  expect(readStored<typeof FRESH>(browser, "underdeck.profile").name).toBe("Bo");
});
