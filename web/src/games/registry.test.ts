import { expect, test, vi } from "vitest";
import descriptions from "../core/games.json";
import { allGames, findGame, gamesForFriends } from "./registry";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

test("the page plays every game of the server", () => {
  expect(allGames.map(({ name }) => name).sort()).toEqual(Object.keys(descriptions).sort());
});

test("a game is found by its name", () => {
  for (const { name } of allGames) expect(findGame(name).name).toBe(name);
});

test("friends are invited to the games that aren't solitaires", () => {
  const forFriends = Object.values(descriptions).filter(({ is_solitaire }) => !is_solitaire);
  expect(gamesForFriends.map(({ name }) => name)).toEqual(forFriends.map(({ game }) => game));
});

test("every card on the home screen is one of its game", () => {
  for (const { name, fan } of allGames) for (const code of fan) expect(descriptions[name].cards).toHaveProperty(code);
});
