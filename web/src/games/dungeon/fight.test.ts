import { expect, test } from "vitest";
import { fightingMoves, nextInQueue, planFight } from "./fight";
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
  expect(planFight(attacked.legal, ["AD"])).toEqual({ cards: [], moves: [], total: 0 });
});

test("queued moves are sent one by one while they are legal", () => {
  const [two, six] = [moveIn(fighting, "fight 2"), moveIn(fighting, "fight 6")];
  expect(nextInQueue([six, two], fighting.legal)).toEqual({ send: six, rest: [two] });
  expect(nextInQueue([six, two], turn.legal)).toEqual({ send: null, rest: [] });
  expect(nextInQueue([], fighting.legal)).toEqual({ send: null, rest: [] });
});
