import { expect, test } from "vitest";
import { highlightOf, revealsIn } from "./highlights";

test("the most important event gives an update its icon and sound", () => {
  const highlight = highlightOf([
    { event: "attacked", seat: 0, card: "KS" },
    { event: "fell", seat: 1 },
    { event: "drew", seat: 0 },
  ]);
  expect(highlight).toEqual({ icon: "skull-crossed-bones", sound: "lose", cards: ["KS"] });
});

test("events without emphasis keep the highlight before", () => {
  expect(highlightOf([{ event: "drew", seat: 0 }])).toBeNull();
  expect(highlightOf([])).toBeNull();
});

test("cards that are drawn or revealed are not shown in the middle", () => {
  const events = ["drew_card", "hand_shown", "passage_shown", "discarded"].map((event) => ({ event, card: "7S" }));
  expect(highlightOf(events)?.cards).toEqual(["7S"]);
});

test("a revealed hand and a revealed dungeon are collected for each seat", () => {
  const reveals = revealsIn([
    { event: "hand_shown", seat: 1, card: "7S" },
    { event: "hand_shown", seat: 1, card: "KD" },
    { event: "passage_shown", seat: 2, card: "3H", value: 10 },
    { event: "discarded", seat: 2, card: "9C" },
    { event: "hand_shown", seat: 0 },
  ]);
  expect(reveals).toEqual([
    {
      seat: 1,
      kind: "hand",
      cards: [
        { code: "7S", value: null },
        { code: "KD", value: null },
      ],
    },
    { seat: 2, kind: "dungeon", cards: [{ code: "3H", value: 10 }] },
  ]);
});
