import { describe, expect, test } from "vitest";
import { moveIn, VIEWS } from "./recorded_views";
import { aimsAt, dropTargets, hitsFront, movesOfDrop, reachable } from "./targets";

const { turn, branch, robbing } = VIEWS;
const aims = (seat: number, chosen: Parameters<typeof aimsAt>[1]["chosen"], { legal } = turn) =>
  aimsAt(seat, { chosen }, legal);

describe("rivals are lit", () => {
  test("for what the chosen card can do to them, and only for that", () => {
    expect(aims(0, { card: "8" })).toEqual(["cave"]);
    expect(aims(2, { card: "8" })).toEqual([]);
    expect(aims(0, { card: "Q" })).toEqual(["attack", "fish"]);
  });

  test("with crossed swords only if they can be attacked", () => {
    expect(aims(2, { card: "Q" })).toEqual(["fish"]);
  });

  test("for the chosen verb only", () => {
    expect(aims(0, { card: "Q", verb: "fish" })).toEqual(["fish"]);
    const accuse = { text: "accuse p3", verb: "accuse", label: "accuse", target: 2 } as const;
    expect(aims(2, { verb: "accuse" }, { ...turn, legal: [accuse] })).toEqual(["accuse"]);
  });

  test("faintly before anything is chosen, if any move reaches them", () => {
    expect(aims(0, {})).toEqual([]);
    expect(reachable(turn.legal)).toEqual(new Set([0, 2]));
    expect(reachable(robbing.legal)).toEqual(new Set());
  });
});

test("attacks and cave-ins are aimed at the front", () => {
  expect(hitsFront("attack") && hitsFront("cave")).toBe(true);
  expect(hitsFront("fish") || hitsFront("accuse")).toBe(false);
});

describe("a card can be dropped", () => {
  test("on rivals, on the own tunnel and on the piles, where it has a move", () => {
    expect(dropTargets("8S", turn.legal, [0, 2])).toEqual(["rival:0"]);
    expect(dropTargets("QS", turn.legal, [0, 2])).toEqual(["rival:0", "rival:2"]);
    expect(dropTargets("10S", turn.legal, [0, 2])).toEqual(["tunnel"]);
    expect(dropTargets("3S", turn.legal, [0, 2])).toEqual([]);
  });

  test("on each of several places", () => {
    expect(dropTargets("9S", branch.legal, [])).toEqual(["tunnel", "dig:dig 9 @1", "dig:dig 9 @2"]);
    expect(movesOfDrop("dig:dig 9 @2", "9S", branch.legal)).toEqual([moveIn(branch, "dig 9 @2")]);
  });

  test("on the deck or the discards if it is an ace", () => {
    const ace = { text: "ace A", verb: "ace", label: "ace", card: "A" } as const;
    expect(dropTargets("AS", [ace], [])).toEqual(["discards", "deck"]);
  });

  test("on the discards for one kind of move at a time", () => {
    const discard = { text: "discard A", verb: "discard", label: "discard", card: "A" } as const;
    const ace = { text: "ace A", verb: "ace", label: "ace", card: "A" } as const;
    expect(movesOfDrop("discards", "AS", [discard, ace])).toEqual([discard]);
  });
});
