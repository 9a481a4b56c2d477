import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../core/fake_browser";
import descriptions from "../core/games.json";

let registry: typeof import("./registry");
beforeEach(async () => {
  fakeBrowser();
  registry = await import("./registry");
  await (await import("../core/words.svelte")).loadLanguage("en");
});

test("every game that the server describes is found by its name", () => {
  const names = Object.keys(descriptions) as (keyof typeof descriptions)[];
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(registry.findGame(name).name).toBe(name);
  expect(registry.allGames.map(({ name }) => name).sort()).toEqual(names.sort());
});

test("people invite each other to games that aren't solitaires", () => {
  const solitaires = Object.values(descriptions).flatMap(({ game, is_solitaire }) => (is_solitaire ? game : []));
  expect(registry.gamesForFriends.length).toBeGreaterThan(0);
  for (const { name } of registry.gamesForFriends) expect(solitaires).not.toContain(name);
});

test("a quick start, and the games after a lesson, are tables of the game", () => {
  for (const { name, quickStart, lesson } of registry.allGames)
    expect(new Set([quickStart, ...lesson.next.map(({ request }) => request)].map(({ game }) => game))).toEqual(
      new Set([name]),
    );
});

test("every card of a game has a face with a title", () => {
  for (const { name, faceOf } of registry.allGames)
    for (const code of Object.keys(descriptions[name].cards))
      expect(faceOf(code)).toMatchObject({ code, title: expect.stringMatching(/./) });
});
