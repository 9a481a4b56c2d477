import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { RecentGame } from "../../core/protocol";

let recent: typeof import("./recent");
let registry: typeof import("../../games/registry");
beforeEach(async () => {
  fakeBrowser();
  recent = await import("./recent");
  registry = await import("../../games/registry");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const played = (fields: Partial<RecentGame>): RecentGame => ({
  table: "t1",
  at: Date.UTC(2026, 10, 17, 12) / 1000,
  outcome: "escaped",
  won: false,
  survived: true,
  points: 31,
  kings: 2,
  ...fields,
});

test("a game with points is drawn by its points and leads to its replay", () => {
  expect(recent.sparkPoints([played({})], registry.findGame("tomb"))).toEqual([
    { href: "#/replay/t1", title: "17 Nov 2026: Escaped, 2/31", value: 31, tone: "good" },
  ]);
});

test("a game without points is drawn by wins", () => {
  const games = [
    played({ won: true }),
    played({ outcome: "left_behind" }),
    played({ outcome: "fell", survived: false }),
  ];
  const points = recent.sparkPoints(games, registry.findGame("dungeon"));
  expect(points.map(({ value, tone }) => [value, tone])).toEqual([
    [1, "won"],
    [0, "bad"],
    [0, "bad"],
  ]);
  expect(points[1]?.title).toBe("17 Nov 2026: Left behind");
});
