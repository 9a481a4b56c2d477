import { afterEach, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("document", { documentElement: {} });
});

import { fakeBrowser } from "../fake_browser";
import { fakeServer } from "../fake_server";
import { chronicleLink } from "./links";

const SEAT = { seat: 0, key: "secret", game: "dungeon" } as const;
const ORIGIN = "https://example.org";

afterEach(() => vi.unstubAllGlobals());

test("a player shares the chronicle, not the key of the seat", async () => {
  fakeBrowser();
  fakeServer({ "POST /api/chronicle/link": [{ key: "public" }] });
  expect(await chronicleLink(SEAT, ORIGIN)).toBe("https://example.org/#/chronicle/public");
});

test("a spectator shares the game", async () => {
  expect(await chronicleLink({ ...SEAT, seat: null }, ORIGIN)).toBe("https://example.org/#/dungeon");
});

test("if the server makes no link, the game is shared", async () => {
  fakeBrowser();
  fakeServer({});
  expect(await chronicleLink(SEAT, ORIGIN)).toBe("https://example.org/#/dungeon");
});
