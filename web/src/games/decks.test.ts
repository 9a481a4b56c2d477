/** The decks from which shuffles start (docs/reference/notation.md, "The shuffle"). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shuffle, shuffleKey } from "../core/fairness";
import type { GameOptions } from "../core/format";
import { deckOf as dungeonDeck } from "./dungeon/deck";
import { deckOf as tombDeck } from "./tomb/deck";

test("Tomb's deck gives the frozen fair shuffles", () => {
  const corpus = readFileSync(new URL("../../../tests/corpus/deals.tsv", import.meta.url), "utf-8").split("\n");
  const [, source = "", cards = ""] = corpus.find((line) => line.startsWith("fair\t"))?.split("\t") ?? [];
  const [seed = "", ...words] = source.split("|");
  expect(shuffle(tombDeck(), shuffleKey(seed, words))).toEqual(cards.split(" "));
});

test("Dungeon takes one pack for two players and two for more, unless the number is chosen", () => {
  const OPTIONS: GameOptions[] = [{ players: 2 }, { players: 3 }, { players: 4, decks: 1 }, { players: 2, decks: 2 }];
  const sizes = OPTIONS.map((options) => dungeonDeck(options).length);
  expect(sizes).toEqual([52, 104, 52, 104]);
});

test("a pack begins with the ace of spades and ends with the king of clubs, or with its jokers", () => {
  const deck = dungeonDeck({ players: 2 });
  expect([deck[0], deck[1], deck[12], deck[13], deck.at(-1)]).toEqual(["AS", "2S", "KS", "AH", "KC"]);
  expect(dungeonDeck({ players: 3, pitch_black: true }).slice(51, 55)).toEqual(["KC", "Jk", "Jk", "AS"]);
});

test.each(["jokers_wild", "almost_black", "pitch_black"])("each pack has two jokers with %s", (variant) => {
  expect(dungeonDeck({ players: 3, [variant]: true }).filter((code) => code === "Jk")).toHaveLength(4);
});
