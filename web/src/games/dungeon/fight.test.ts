import { describe, expect, test } from "vitest";
import { numberOf, type Rank } from "./cards";
import { cheapestFight, fightingMoves, nextInQueue, planFight, STRIKE } from "./fight";
import type { Move } from "./moves";
import { moveIn, VIEWS } from "./recorded_views";

const { attacked, fighting, turn } = VIEWS;
const texts = (moves: { text: string }[]) => moves.map(({ text }) => text);

test("only moves of a fight are fighting moves", () => {
  expect(fightingMoves(turn.legal)).toEqual([]);
  expect(texts(fightingMoves(fighting.legal))).toEqual(["fight 2", "fight 4", "fight 6"]);
});

test("each chosen card becomes a move, in the order of choosing", () => {
  const plan = planFight(fighting.legal, ["6D", "2S"]);
  expect(texts(plan.moves)).toEqual(["fight 6", "fight 2"]);
  expect(plan.total).toBe(8);
  expect(plan.cards.map(({ options }) => options.length)).toEqual([1, 1]);
});

test("a card that wins with those laid before is a winner, whatever the sum is", () => {
  const legal = fighting.legal.map(({ wins: _, ...move }) =>
    move.card === "2" ? { ...move, wins: true as const } : move,
  );
  expect(planFight(legal, ["6D", "2S"]).hasWinner).toBe(true);
  expect(planFight(legal, ["6D"]).hasWinner).toBe(false);
});

test("a joker fights as the highest rank unless another is preferred", () => {
  const [highest] = planFight(attacked.legal, ["Jk"]).cards;
  expect(highest?.move.as).toBe("K");
  const all = ["fight Jk=9", "fight Jk=10", "fight Jk=J", "fight Jk=Q", "fight Jk=K"];
  expect(texts(highest?.options ?? [])).toEqual(all);
  const preferred = planFight(attacked.legal, ["2C", "Jk"], [undefined, "9"]);
  expect(texts(preferred.moves)).toEqual(["fight 2", "fight Jk=9"]);
  expect(preferred.total).toBe(11);
});

test("two jokers fight as a rank each", () => {
  const { moves, total } = planFight(attacked.legal, ["Jk", "Jk"], ["9", "10"]);
  expect(texts(moves)).toEqual(["fight Jk=9", "fight Jk=10"]);
  expect(total).toBe(19);
});

test("a rank that the joker can't fight as any more is replaced", () => {
  expect(planFight(attacked.legal, ["Jk"], ["3"]).moves[0]?.as).toBe("K");
});

test("cards that can't fight are left out", () => {
  expect(planFight(attacked.legal, ["AD"])).toEqual({ cards: [], moves: [], total: 0, hasWinner: false });
});

test("queued moves are sent one by one while they are legal", () => {
  const [two, six] = [moveIn(fighting, "fight 2"), moveIn(fighting, "fight 6")];
  expect(nextInQueue([six, two], fighting.legal)).toEqual({ send: six, rest: [two], isStopped: false });
  expect(nextInQueue([six, two], turn.legal)).toEqual({ send: null, rest: [], isStopped: true });
  expect(nextInQueue([], fighting.legal)).toEqual({ send: null, rest: [], isStopped: false });
});

test("the blow at the end of a fight is left out if the cards aren't enough for it", () => {
  expect(nextInQueue([STRIKE], fighting.legal)).toEqual({ send: null, rest: [], isStopped: false });
  expect(nextInQueue([STRIKE], [STRIKE]).send).toBe(STRIKE);
});

describe("the cards chosen beforehand for a fight", () => {
  const fights = (...ranks: Rank[]): Move[] =>
    ranks.map((card) => ({ text: `fight ${card}`, verb: "fight", label: "fight", card, value: numberOf(card) }));
  const cheapest = (hand: string[], strength: number, total = 0, moves = fights("2", "4", "7", "9", "J", "K")) =>
    cheapestFight(moves, hand, { strength, total }).map((index) => hand[index]);

  test("are as few points as possible, and then as few cards", () => {
    expect(cheapest(["2C", "4C", "9C"], 11)).toEqual(["2C", "9C"]);
    expect(cheapest(["4C", "7C", "7D", "9C"], 11)).toEqual(["4C", "7C"]);
    expect(cheapest(["2C", "9C", "JC"], 11)).toEqual(["JC"]);
  });

  test("are a card that wins without others, though its value is too low", () => {
    const moves = fights("2", "3", "7", "8").map((move) =>
      move.card === "2" ? { ...move, wins: true as const } : move,
    );
    expect(cheapest(["2C", "3C", "7C", "8C"], 13, 0, moves)).toEqual(["2C"]);
  });

  test("keep the next passage if as many other cards win", () => {
    const moves = fights("2", "6", "7", "8", "9");
    const chosen = (hand: string[], needed: number) =>
      cheapestFight(moves, hand, { strength: 11, total: 0 }, needed).map((index) => hand[index]);
    expect(chosen(["2C", "6C", "7C", "8C", "9C"], 9)).toEqual(["6C", "7C"]);
    expect(chosen(["2C", "6C", "7C", "8C", "9C"], 6)).toEqual(["2C", "9C"]);
    expect(chosen(["2C", "9C"], 9)).toEqual(["2C", "9C"]);
    expect(chosen(["2C", "6C", "7C", "9C", "9D"], 9)).toEqual(["2C", "9C"]);
  });

  test("count what is laid already", () => {
    expect(cheapest(["2C", "4C", "7C"], 11, 8)).toEqual(["4C"]);
  });

  test("are a creature if the passages aren't enough", () => {
    expect(cheapest(["2C", "4C", "KC"], 12)).toEqual(["KC"]);
  });

  test("keep a joker in the hand if others can fight", () => {
    const { hand } = attacked.players.find(({ seat }) => seat === attacked.seat) ?? {};
    const chosen = cheapestFight(attacked.legal, hand ?? [], { strength: 2, total: 0 });
    expect(chosen.map((index) => hand?.[index])).not.toContain("Jk");
  });

  test("are the lowest one if no sum is enough, since every card that may be laid leaves a way to win", () => {
    expect(cheapest(["2C", "4C"], 13)).toEqual(["2C"]);
  });

  test("are none without a card that fights", () => {
    expect(cheapest(["AC"], 11)).toEqual([]);
  });
});
