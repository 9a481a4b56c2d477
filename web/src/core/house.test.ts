import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

let house: typeof import("./house");
let games: typeof import("./games");
beforeEach(async () => {
  fakeBrowser();
  house = await import("./house");
  games = await import("./games");
  await (await import("./words.svelte")).loadLanguage("en");
});

test("the printed rules have no changes", () => {
  for (const game of ["tomb", "dungeon"] as const) {
    expect(house.changedOptions(game, games.describeGame(game).defaults)).toEqual([]);
    expect(house.houseSetText(game, {})).toBe("The printed rules");
  }
});

test("a set of house rules is named by its changes", () => {
  expect(house.houseSetText("tomb", { drop_sum: true, earliest_turnaround: 2 })).toBe(
    "Turning around only after turn 2, Several treasures may be dropped",
  );
  expect(house.changedRules("dungeon", { players: 3, jokers_wild: true })).toEqual(["3 players", "Jokers wild"]);
});

test("a rule that is switched off is a change too", () => {
  expect(house.changedRules("tomb", { scroll_in_discards: false })).toEqual(["Scroll no help against discards"]);
});

test("numbers and switches mean the same", () => {
  expect(house.changedOptions("tomb", { drop_sum: 0, scroll_in_discards: 1 })).toEqual([]);
});

test("every value of every option has a text", () => {
  for (const game of ["tomb", "dungeon"] as const)
    for (const [option, values] of Object.entries(games.describeGame(game).options))
      for (const value of values) expect(house.changedRules(game, { [option]: value })).not.toContain(option);
});
