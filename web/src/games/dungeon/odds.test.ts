import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";

let odds: typeof import("./odds");
beforeEach(async () => {
  fakeBrowser();
  odds = await import("./odds");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const RIVAL = { seat: 1, needed: 4, dig: 0.3, cave: 0.2, creature: 0.5 };

test("the next card is named by the passage that is needed", () =>
  expect(odds.ownRows({ needed: 8, draw: 0.07, is_wild: false })).toMatchObject([
    { label: "Next card: an 8", chance: 0.07 },
  ]));

test("An empty deck has no row of the next card.", () =>
  expect(odds.ownRows({ needed: 8, draw: null, is_wild: false })).toEqual([]));

test("an opponent may dig on, cave the front in, or attack", () =>
  expect(odds.rivalRows({ front: 9, is_wild: false }, RIVAL).map(({ label, chance }) => [label, chance])).toEqual([
    ["a 4, to go on", 0.3],
    ["a 9, to cave you in", 0.2],
    ["a creature", 0.5],
  ]));

test("without a passage there is nothing to cave in", () =>
  expect(odds.rivalRows({ front: null, is_wild: false }, { ...RIVAL, cave: null }).map(({ name }) => name)).toEqual([
    "dig",
    "creature",
  ]));

test("Where jokers are wild, a joker counts, too.", () =>
  expect(odds.ownRows({ needed: 8, draw: 0.07, is_wild: true })).toMatchObject([
    { label: "Next card: an 8 or a joker" },
  ]));
