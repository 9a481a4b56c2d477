import { describe, expect, test } from "vitest";
import type { DungeonShown } from "../../core/protocol";
import { sortHand } from "./cards";
import { moveIn, VIEWS } from "./recorded_views";
import { aimAt, carryOver, digsFor, dropCard, NOTHING, pickCard, type Selection, select } from "./selection";

const { turn, branch, attacked } = VIEWS;

function situationOf(view: DungeonShown, isFree = true) {
  const hand = sortHand(view.players.find(({ seat }) => seat === view.seat)?.hand ?? []);
  return { moves: view.legal, hand, isFree };
}
function pick(view: DungeonShown, code: string, selection: Selection = NOTHING, isFree = true) {
  const situation = situationOf(view, isFree);
  return pickCard(selection, situation, situation.hand.indexOf(code));
}

describe("a click on a card", () => {
  test("chooses it", () => {
    const { selection, move } = pick(turn, "8D");
    expect(selection.chosen).toEqual({ card: "8" });
    expect(selection.picked).toHaveLength(1);
    expect(move).toBeNull();
  });

  test("makes its only move the second time", () => {
    const first = pick(turn, "8D");
    expect(pick(turn, "8D", first.selection)).toEqual({ selection: NOTHING, move: moveIn(turn, "cave 8 p1") });
  });

  test("makes no move while another one is on its way", () => {
    const first = pick(turn, "8D");
    expect(pick(turn, "8D", first.selection, false)).toEqual({ selection: NOTHING, move: null });
  });

  test("digs the second time if there is one place to dig, whatever else the card could do", () => {
    const both = {
      ...turn,
      legal: [...turn.legal, { ...moveIn(turn, "cave 8 p1"), text: "cave 10 p1", card: "10" as const }],
    };
    expect(pick(both, "10S", pick(both, "10S").selection).move).toEqual(moveIn(turn, "dig 10 @0"));
  });

  test("discards it at once when cards must be discarded", () => {
    const discard = { text: "discard 8", verb: "discard", label: "discard", card: "8" } as const;
    expect(pick({ ...turn, legal: [discard] }, "8D").move).toEqual(discard);
  });

  test("takes back the choice the second time if the card has several moves", () => {
    const first = pick(turn, "QD");
    expect(pick(turn, "QD", first.selection)).toEqual({ selection: NOTHING, move: null });
  });

  test("chooses that card instead of the one before", () => {
    const { selection } = pick(turn, "QD", pick(turn, "8D").selection);
    expect(selection.chosen).toEqual({ card: "Q" });
    expect(selection.picked).toHaveLength(1);
  });

  test("tells apart two cards of one rank", () => {
    const first = pick(turn, "5H");
    const second = pick(turn, "5C", first.selection);
    expect(second.selection.picked).not.toEqual(first.selection.picked);
    expect(second.move).toBeNull();
  });

  test("does nothing while the player has no moves", () => {
    expect(pick({ ...turn, legal: [] }, "8D")).toEqual({ selection: NOTHING, move: null });
  });

  test("does nothing beside the hand", () => {
    expect(pickCard(NOTHING, situationOf(turn), 99)).toEqual({ selection: NOTHING, move: null });
  });
});

describe("in a fight, a click on a card", () => {
  test("adds it to the chosen ones, or takes it out again", () => {
    const both = pick(attacked, "Jk", pick(attacked, "2C").selection).selection;
    expect(both.chosen).toEqual({});
    expect(both.picked).toHaveLength(2);
    expect(pick(attacked, "2C", both).selection.picked).toHaveLength(1);
  });

  test("chooses a card that doesn't fight for its own move", () => {
    const ace = pick(attacked, "AD").selection;
    expect(ace.chosen).toEqual({ card: "A" });
    expect(pick(attacked, "2C", ace).selection.picked).toHaveLength(1);
  });
});

describe("aiming at a player", () => {
  test("makes the move if only one is left", () => {
    const { selection } = pick(turn, "8D");
    expect(aimAt(selection, situationOf(turn), 0)).toEqual({ selection: NOTHING, move: moveIn(turn, "cave 8 p1") });
  });

  test("narrows the choice if several moves are left", () => {
    const { selection } = pick(turn, "QD");
    const step = aimAt(selection, situationOf(turn), 0);
    expect(step.move).toBeNull();
    expect(step.selection.chosen).toEqual({ card: "Q", target: 0 });
    expect(step.selection.picked).toEqual(selection.picked);
  });

  test("with a verb leaves out what else the card could do", () => {
    const { selection } = pick(turn, "QD");
    expect(aimAt(selection, situationOf(turn), 0, "attack").move).toEqual(moveIn(turn, "attack Q p1"));
    expect(aimAt(selection, situationOf(turn), 0, "fish").selection.chosen).toEqual({
      card: "Q",
      target: 0,
      verb: "fish",
    });
  });

  test("waits while another move is on its way", () => {
    const { selection } = pick(turn, "8D");
    expect(aimAt(selection, situationOf(turn, false), 0).move).toBeNull();
  });
});

describe("a card that is dropped", () => {
  const drop = (code: string, target: string, isFree = true) => {
    const situation = situationOf(turn, isFree);
    return dropCard(NOTHING, situation, situation.hand.indexOf(code), target);
  };

  test("makes the only move that the target allows", () => {
    expect(drop("8D", "rival:0")).toEqual({ selection: NOTHING, move: moveIn(turn, "cave 8 p1") });
    expect(drop("10S", "tunnel")).toEqual({ selection: NOTHING, move: moveIn(turn, "dig 10 @0") });
  });

  test("is chosen, with its target, if several moves are possible", () => {
    const { selection, move } = drop("QD", "rival:0");
    expect(move).toBeNull();
    expect(selection.chosen).toEqual({ card: "Q", target: 0 });
  });

  test("does nothing elsewhere, or while another move is on its way", () => {
    expect(drop("8D", "tunnel")).toEqual({ selection: NOTHING, move: null });
    expect(drop("8D", "rival:0", false).move).toBeNull();
  });
});

test("the table offers places only for the chosen card", () => {
  expect(digsFor(NOTHING, turn.legal)).toEqual([]);
  expect(digsFor({ chosen: { card: "9" }, picked: [] }, branch.legal)).toEqual([
    { place: 1, value: 9, move: "dig 9 @1" },
    { place: 2, value: 9, move: "dig 9 @2" },
  ]);
});

test("without a chosen card no card stays raised", () => {
  expect(select({ chosen: { card: "Q" }, picked: [3] }, {})).toEqual(NOTHING);
  expect(select({ chosen: { card: "Q" }, picked: [3] }, { card: "Q", verb: "fish" }).picked).toEqual([3]);
});

describe("after an update", () => {
  const chosen = pick(turn, "8D").selection;
  const situation = situationOf(turn);

  test("a chosen card stays chosen if the hand is the same and the card can still be played", () => {
    expect(carryOver(chosen, situation.hand, situation)).toBe(chosen);
  });

  test("a chosen card is dropped if the hand has changed", () => {
    expect(carryOver(chosen, situation.hand.slice(1), situation)).toBe(NOTHING);
  });

  test("a chosen card is dropped if it can't be played any more", () => {
    expect(carryOver(chosen, situation.hand, { ...situation, moves: [] })).toBe(NOTHING);
  });

  test("fighting cards stay chosen during the fight only", () => {
    const fight = situationOf(attacked);
    const fighters = pick(attacked, "Jk").selection;
    expect(carryOver(fighters, fight.hand, fight)).toBe(fighters);
    expect(carryOver(fighters, fight.hand, { ...fight, moves: turn.legal })).toBe(NOTHING);
  });
});
