import { describe, expect, test } from "vitest";
import { type CardAt, diff, type Layout, type PlaceAt } from "./diff";

const WIDTH = 50;
const boxAt = (left: number) => ({ left, top: 0, width: WIDTH, height: WIDTH * 1.42 });
const pile = (count: number | null, isDown = true): PlaceAt => ({ box: boxAt(500), count, isDown });
const lies = (card: string | null, place: string, left = 0): CardAt => ({ card, place, box: boxAt(left) });
const layout = (cards: CardAt[], piles: Record<string, number | null> = {}): Layout => ({
  cards,
  places: new Map(Object.entries(piles).map(([name, count]) => [name, pile(count)])),
});
/** Write moves as `kind card from>to`. */
const written = (...args: Parameters<typeof diff>) =>
  diff(...args).map(({ kind, card, from, to }) => `${kind} ${card ?? "?"} ${from}>${to}`);

describe("cards that are visible before and after", () => {
  test("nothing moves if nothing changed", () => {
    const same = layout([lies("5S", "hand"), lies(null, "passage:1:1")], { deck: 40 });
    expect(written(same, same)).toEqual([]);
  });

  test("a card in another place moves", () => {
    expect(written(layout([lies("5S", "hand")]), layout([lies("5S", "column", 90)]))).toEqual(["move 5S hand>column"]);
  });

  test("a card in another box of its place shifts", () => {
    expect(written(layout([lies("5S", "hand")]), layout([lies("5S", "hand", 60)]))).toEqual(["shift 5S hand>hand"]);
  });

  test("of two equal cards the one that changed its place moves", () => {
    const before = layout([lies("Jk", "hand"), lies("Jk", "arena", 200)]);
    const after = layout([lies("Jk", "discards", 300), lies("Jk", "arena", 200)]);
    expect(written(before, after)).toEqual(["move Jk hand>discards"]);
  });

  test("of two equal cards one can be drawn", () => {
    const before = layout([lies("Jk", "hand")], { deck: 9 });
    const after = layout([lies("Jk", "hand"), lies("Jk", "hand", 60)], { deck: 8 });
    expect(written(before, after)).toEqual(["arrive Jk deck>hand"]);
  });

  test("a card that is turned over in its place doesn't move", () => {
    const [hidden, shown] = [layout([lies(null, "passage:1:2")]), layout([lies("9S", "passage:1:2")])];
    expect(written(hidden, shown)).toEqual([]);
    expect(written(shown, hidden)).toEqual([]);
  });
});

describe("cards that appear or vanish", () => {
  test("a new card comes from the pile that lost one", () => {
    const before = layout([], { discards: 3, deck: 40 });
    expect(written(before, layout([lies("5S", "column")], { discards: 3, deck: 39 }))).toEqual([
      "arrive 5S deck>column",
    ]);
    expect(written(before, layout([lies("5S", "column")], { discards: 2, deck: 40 }))).toEqual([
      "arrive 5S discards>column",
    ]);
  });

  test("a new card comes from where its event says", () => {
    const before = layout([], { deck: 40, "seat:1": 5 });
    const after = layout([lies("7D", "passage:1:1")], { deck: 39, "seat:1": 5 });
    expect(written(before, after, [{ card: "7D", from: "seat:1" }])).toEqual([
      "arrive 7D seat:1>passage:1:1",
      "pass ? deck>seat:1",
    ]);
  });

  test("a card that vanishes goes to the pile that gained one", () => {
    const before = layout([lies("5S", "column"), lies("9C", "column")], { discards: 3, "turn-2": 0 });
    expect(written(before, layout([], { discards: 3, "turn-2": 2 }))).toEqual([
      "leave 5S column>turn-2",
      "leave 9C column>turn-2",
    ]);
  });

  test("a card that vanishes goes to where its event says", () => {
    const before = layout([lies("5S", "hand"), lies("9C", "hand")], { "seat:1": 3, discards: 0 });
    const after = layout([], { "seat:1": 4, discards: 1 });
    expect(written(before, after, [{ card: "9C", to: "seat:1" }])).toEqual([
      "leave 9C hand>seat:1",
      "leave 5S hand>discards",
    ]);
  });

  test("what no pile explains uses the fallback", () => {
    const fallback = { from: "deck", to: "turns" };
    expect(written(layout([lies("5S", "column")]), layout([]), [], fallback)).toEqual(["leave 5S column>turns"]);
    expect(written(layout([]), layout([lies("5S", "column")]), [], fallback)).toEqual(["arrive 5S deck>column"]);
  });

  test("a hidden card that is shown elsewhere moves there", () => {
    const before = layout([lies(null, "passage:1:2")], { discards: 0 });
    expect(written(before, layout([lies("9S", "discards", 300)], { discards: 1 }))).toEqual([
      "move 9S passage:1:2>discards",
    ]);
  });

  test("a hidden card that vanishes goes to the pile that gained one", () => {
    const before = layout([lies(null, "passage:1:2")], { discards: 0 });
    expect(written(before, layout([], { discards: 1 }))).toEqual(["leave ? passage:1:2>discards"]);
  });
});

describe("the visible card on a pile", () => {
  test("it is covered by the next one", () => {
    const before = layout([lies("5S", "discards")], { discards: 1, "seat:1": 4 });
    const after = layout([lies("9C", "discards")], { discards: 2, "seat:1": 3 });
    expect(written(before, after)).toEqual(["arrive 9C seat:1>discards", "cover 5S discards>discards"]);
  });

  test("the card below it appears without moving when it is taken", () => {
    const before = layout([lies("5S", "discards")], { discards: 2 });
    const after = layout([lies("9C", "discards"), lies("5S", "hand", 99)], { discards: 1 });
    expect(written(before, after)).toEqual(["move 5S discards>hand"]);
  });

  test("it goes to the hidden hand that gained a card", () => {
    const before = layout([lies("5S", "discards")], { discards: 1, "seat:2": 4 });
    expect(written(before, layout([], { discards: 0, "seat:2": 5 }))).toEqual(["leave 5S discards>seat:2"]);
  });
});

describe("cards that nobody sees", () => {
  test("they go from the piles that lost cards to those that gained some", () => {
    const before = layout([], { deck: 9, "seat:1": 4, "seat:2": 4 });
    expect(written(before, layout([], { deck: 6, "seat:1": 6, "seat:2": 5 }))).toEqual([
      "pass ? deck>seat:1",
      "pass ? deck>seat:1",
      "pass ? deck>seat:2",
    ]);
  });

  test("a large number of them is shown by a few", () => {
    expect(diff(layout([], { discards: 30, deck: 0 }), layout([], { discards: 0, deck: 30 }))).toHaveLength(3);
  });

  test("a hidden hand that draws and discards keeps its size", () => {
    const before = layout([], { deck: 9, "seat:1": 4, discards: 0 });
    const after = layout([lies("5S", "discards")], { deck: 8, "seat:1": 4, discards: 1 });
    expect(written(before, after, [{ card: "5S", from: "seat:1", to: "discards" }])).toEqual([
      "arrive 5S seat:1>discards",
      "pass ? deck>seat:1",
    ]);
  });
});

describe("cards that events name and no view shows", () => {
  test("they pass from the pile that lost them to the one that gained them", () => {
    const before = layout([], { deck: 40, discards: 0, "turn-3": 0 });
    const after = layout([], { deck: 38, discards: 1, "turn-3": 1 });
    expect(
      written(before, after, [
        { card: "5S", from: "deck" },
        { card: "2C", from: "deck" },
        { card: "2C", to: "discards" },
      ]),
    ).toEqual(["pass 2C deck>discards", "pass 5S deck>turn-3"]);
  });

  test("a card that an event names and that lies still doesn't pass", () => {
    const same = layout([lies("5S", "hand")]);
    expect(written(same, same, [{ card: "5S" }])).toEqual([]);
  });
});

test("a card that is still flying goes on to where it was bound", () => {
  const flying: CardAt = { ...lies("5S", ""), bound: "turn-2" };
  const piles = { deck: 9, "turn-2": 3 };
  expect(written(layout([flying], piles), layout([], piles))).toEqual(["leave 5S >turn-2"]);
  expect(written(layout([flying], piles), layout([lies("5S", "hand")], piles))).toEqual(["move 5S >hand"]);
});
