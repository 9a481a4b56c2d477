import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { TombOdds } from "../../core/protocol";
import { viewOf } from "./recorded_views";

let odds: typeof import("./odds");
beforeEach(async () => {
  fakeBrowser();
  odds = await import("./odds");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const NONE = { cards: 0, chance: 0 };
const ODDS: TombOdds = {
  move: "draw",
  unseen: 20,
  win: { cards: 10, chance: 0.5 },
  death: NONE,
  torch: { cards: 2, chance: 0.1 },
  last_torch: NONE,
  lost: 0,
  deadly: null,
  damage: 0,
  blows: {},
  discarded: 0,
  discards: {},
  left: {},
};

test("before an encounter a card can only burn a torch or kill", () => {
  expect(odds.oddsRows(ODDS, { foe: null }).map(({ name }) => name)).toEqual(["torch"]);
  expect(odds.oddsRows({ ...ODDS, death: { cards: 1, chance: 0.05 } }, { foe: null })[0]?.name).toBe("death");
});

test("a monster can be beaten or kill; a door kills nobody", () => {
  expect(odds.oddsRows(ODDS, viewOf("monster")).map(({ name }) => name)).toEqual(["win", "death", "torch"]);
  expect(odds.oddsRows(ODDS, viewOf("held")).map(({ name }) => name)).toEqual(["win", "torch"]);
});

test("a decision that turns no card says so, and has no chance to win", () => {
  const later = { ...ODDS, move: null };
  expect(odds.oddsRows(later, viewOf("struck")).map(({ name }) => name)).toEqual(["torch"]);
  expect(odds.oddsNotes(later)).toEqual(["No card is turned by this decision."]);
});

test("the highest number that kills is named, and so are costs and the last torch", () => {
  const deadly = { ...ODDS, deadly: 6, damage: 1.25, last_torch: { cards: 2, chance: 0.1 } };
  expect(odds.oddsNotes(deadly)).toEqual([
    "Any number up to 6 kills you.",
    "On average it costs 1.3 hit points.",
    "The next torch is your last: you would be lost.",
  ]);
  expect(odds.oddsNotes({ ...ODDS, deadly: 2 })).toEqual(["A 2 kills you."]);
  expect(odds.oddsNotes({ ...ODDS, discarded: 2, lost: 0.04 })).toEqual([
    "On average it costs 2 cards from the deck.",
    "The discards may put out your last torch: 4%.",
  ]);
});
