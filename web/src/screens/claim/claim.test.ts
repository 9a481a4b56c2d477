import { expect, test } from "vitest";
import { type FakeBrowser, fakeBrowser, readStored } from "../../core/fake_browser";
import { type Answer, fakeServer } from "../../core/fake_server";

const profile = (name: string, key = `key-of-${name}`) => ({ profile: `id of ${name}`, name, language: "en", key });
const TERMINAL = profile("Terminal");
const OWN = profile("Ada");
const GAMES = {
  "POST /api/profile/history": [{ games: [], next: null, total: 3 }],
  "GET /api/profile?protocol=3": [{ tables: [] }],
};
const NO_GAMES = { ...GAMES, "POST /api/profile/history": [{ games: [], next: null, total: 0 }] };

async function open(own: object | null, answers: Record<string, Answer[]>) {
  const browser = fakeBrowser({ stored: { "underdeck.profile": own } });
  const sent = fakeServer({ "POST /api/profile/claim": [TERMINAL], ...answers });
  return { browser, sent, claim: await import("./claim") };
}
const storedName = (browser: FakeBrowser) => readStored<{ name: string }>(browser, "underdeck.profile").name;

test("a browser without a profile takes the terminal's", async () => {
  const { browser, sent, claim } = await open(null, {});
  expect(await claim.claimProfile("CODE")).toMatchObject({ done: "new", profile: TERMINAL });
  expect(sent.map(({ body }) => body)).toEqual([{ code: "CODE" }]);
  expect(storedName(browser)).toBe("Terminal");
});

test("a browser that has this profile keeps it", async () => {
  const { claim } = await open(TERMINAL, {});
  expect(await claim.claimProfile("CODE")).toMatchObject({ done: "same" });
});

test("if the link names the profile, the code isn't even used", async () => {
  const { sent, claim } = await open(TERMINAL, { "GET /api/profile?protocol=3": [{ tables: [] }] });
  expect(await claim.claimProfile("CODE", TERMINAL.profile)).toMatchObject({ done: "same" });
  expect(sent.map(({ route }) => route)).toEqual(["GET /api/profile?protocol=3"]);
});

test("a key that was signed out elsewhere is replaced by a new one", async () => {
  const { browser, claim } = await open(profile("Terminal", "old"), {
    "GET /api/profile?protocol=3": [{ status: 401, code: "unknown_key" }],
  });
  expect(await claim.claimProfile("CODE", TERMINAL.profile)).toMatchObject({ done: "same" });
  expect(readStored<{ key: string }>(browser, "underdeck.profile").key).toBe(TERMINAL.key);
});

test("a profile with games is not replaced without asking", async () => {
  const { browser, claim } = await open(OWN, GAMES);
  expect(await claim.claimProfile("CODE")).toMatchObject({ done: "ask", profile: TERMINAL, own: OWN });
  expect(storedName(browser)).toBe("Ada");
});

test.each([
  ["without games", NO_GAMES],
  ["that no longer exists", { ...GAMES, "POST /api/profile/history": [{ status: 401, code: "unknown_key" }] }],
])("a profile %s is replaced", async (_, answers) => {
  const { browser, claim } = await open(OWN, answers);
  expect(await claim.claimProfile("CODE")).toMatchObject({ done: "new" });
  expect(storedName(browser)).toBe("Terminal");
});

test("nothing is decided while the server is unreachable", async () => {
  const { browser, claim } = await open(OWN, { ...GAMES, "POST /api/profile/history": ["lost"] });
  await expect(claim.claimProfile("CODE")).rejects.toThrow();
  expect(storedName(browser)).toBe("Ada");
});

test("a merge moves this browser's games to the terminal's profile", async () => {
  const { browser, sent, claim } = await open(OWN, {
    "POST /api/profile/code": [{ code: "OWN-CODE", expires: 1 }],
    "POST /api/profile/merge": [TERMINAL],
  });
  await claim.mergeInto(TERMINAL as never, OWN as never);
  expect(sent).toMatchObject([
    { route: "POST /api/profile/code", key: OWN.key },
    { route: "POST /api/profile/merge", key: TERMINAL.key, body: { code: "OWN-CODE" } },
  ]);
  expect(storedName(browser)).toBe("Terminal");
});
