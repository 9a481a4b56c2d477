import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../fake_browser";
import { fakeServer } from "../fake_server";

const SEAT = { seat: 0, key: "secret", game: "dungeon" } as const;
const ORIGIN = "https://example.org";

beforeEach(() => {
  fakeBrowser();
});

test("a player shares the chronicle, not the key of the seat", async () => {
  const sent = fakeServer({ "POST /api/chronicle/link": [{ key: "public" }] });
  const { chronicleLink } = await import("./links");
  expect(await chronicleLink(SEAT, ORIGIN)).toBe("https://example.org/#/chronicle/public");
  expect(sent).toMatchObject([{ route: "POST /api/chronicle/link", key: "secret" }]);
});

test("a spectator, who may make no link to the chronicle, shares the game", async () => {
  const { chronicleLink } = await import("./links");
  expect(await chronicleLink({ ...SEAT, seat: null }, ORIGIN)).toBe("https://example.org/#/dungeon");
});

test("if the server makes no link, the game is shared", async () => {
  fakeServer({});
  const { chronicleLink } = await import("./links");
  expect(await chronicleLink(SEAT, ORIGIN)).toBe("https://example.org/#/dungeon");
});
