import { expect, test } from "vitest";
import { cardIn, codesWithout, describeGame } from "./games";

test("a card has its own kind and value in each game", () => {
  expect(cardIn("tomb", "KS")).toMatchObject({ kind: "hoard", rank: "K", suit: "S" });
  expect(cardIn("dungeon", "KS")).toMatchObject({ kind: "creature", rank: "K" });
});

test("a card that isn't in the game is an error", () => {
  expect(() => cardIn("tomb", "11S")).toThrow("11S");
});

test("the cards without one kind keep their order", () => {
  const deck = codesWithout("tomb", "health");
  expect(deck).toHaveLength(44);
  expect([deck[0], deck.at(-1)]).toEqual(["2S", "Jk"]);
  expect(codesWithout("dungeon", "joker")).toHaveLength(52);
});

test("a solitaire has one player, and every option has a default among its values", () => {
  expect(describeGame("tomb")).toMatchObject({ is_solitaire: true, players: [1] });
  for (const game of ["tomb", "dungeon"] as const) {
    const { options, defaults } = describeGame(game);
    expect(Object.keys(defaults).sort()).toEqual(Object.keys(options).sort());
  }
});
