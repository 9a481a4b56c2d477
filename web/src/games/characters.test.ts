import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { fakeBrowser } from "../core/fake_browser";
import { describeGame } from "../core/games";

fakeBrowser();
const { loadLanguage } = await import("../core/words.svelte");
const { botMark, characterNames, epithetOf, fullName, MAX_STARS, mannerOf, portraitOf, starsOf } = await import(
  "./characters"
);
const { allGames } = await import("./registry");

const CHARACTERS = allGames.flatMap(({ name }) =>
  describeGame(name).characters.map((each) => ({ ...each, game: name })),
);

beforeAll(() => loadLanguage("es"));

describe.each(CHARACTERS)("$bot", ({ game, bot }) => {
  test("has a portrait, a name, an epithet, a manner and stars", () => {
    expect(portraitOf(bot)).toContain("svg");
    expect(readFileSync(`src/games/${game}/portraits/${bot}.svg`, "utf-8")).toMatch(/^<svg /);
    expect(fullName(bot)).toContain(characterNames([bot])[0]);
    expect(epithetOf(bot)).toMatch(/^(el|la) /);
    expect(mannerOf(bot)).not.toBe("");
    expect(starsOf(game, bot)).toBeGreaterThanOrEqual(1);
    expect(starsOf(game, bot)).toBeLessThanOrEqual(MAX_STARS);
  });
});

test("namesakes at one table have different names", () => {
  const names = characterNames(["brute", "liar", "brute", "brute"]);
  expect(new Set(names).size).toBe(4);
  expect(names.slice(0, 2)).toEqual(["Bruno", "Vera"]);
});

test("a bot is always marked as one", () => {
  expect(botMark("brute")).toBe("el bruto · robot");
  expect(botMark("careful")).toBe("robot");
});

test("another bot is no character", () => {
  expect([portraitOf("careful"), portraitOf(null), fullName("careful"), epithetOf("")]).toEqual(["", "", "", ""]);
  expect(starsOf("dungeon", "careful")).toBe(0);
});
