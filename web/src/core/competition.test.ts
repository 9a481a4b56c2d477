import { describe, expect, test } from "vitest";
import { debtState, gameRow, newlyFinished, nextStep, runningFirst, unfinished } from "./competition";
import { competitionOf, debtOf, entrantOf, gameOf } from "./fake_competition";

const ada = (...games: Parameters<typeof entrantOf>[1]) => entrantOf("Ada", games, { is_you: true });

describe("nextStep", () => {
  test("the next game can be played, and a running one resumed", () => {
    expect(nextStep(competitionOf())).toEqual({ do: "play", number: 1 });
    const running = competitionOf({ next_game: 2, entrants: [ada(gameOf(1), gameOf(2, { status: "running" }))] });
    expect(nextStep(running)).toEqual({ do: "resume", number: 2 });
  });

  test("a wager of one waits for others", () => {
    expect(nextStep(competitionOf({ kind: "wager", can_play: false }))).toEqual({ do: "wait_for_entrants" });
  });

  test("after the last game there is nothing to do but wait", () => {
    const done = competitionOf({ next_game: null, can_play: false, entrants: [{ ...ada(), is_finished: true }] });
    expect(nextStep(done)).toEqual({ do: "wait_for_games" });
    expect(nextStep({ ...done, is_over: true })).toEqual({ do: "none" });
  });

  test("others can only enter", () => {
    const invited = competitionOf({ entrants: [entrantOf("Ada", [])] });
    expect(nextStep(invited)).toEqual({ do: "enter" });
    expect(nextStep({ ...invited, can_enter: false })).toEqual({ do: "none" });
  });
});

describe("newlyFinished", () => {
  const withBruno = (...games: Parameters<typeof entrantOf>[1]) =>
    competitionOf({ entrants: [ada(gameOf(1)), entrantOf("Bruno", games)] });

  test("games that others have finished are news, one's own are not", () => {
    const before = competitionOf({ entrants: [ada(), entrantOf("Bruno", [gameOf(1, { status: "running" })])] });
    const after = withBruno(gameOf(1, { points: 31 }));
    expect(newlyFinished(before, after)).toEqual([{ name: "Bruno", game: gameOf(1, { points: 31 }) }]);
    expect(newlyFinished(after, after)).toEqual([]);
  });

  test("a new entrant's games are news", () => {
    expect(newlyFinished(competitionOf(), withBruno(gameOf(1), gameOf(2)))).toHaveLength(2);
  });

  test("two entrants of one name don't repeat their news", () => {
    const twins = competitionOf({ entrants: [entrantOf("Bruno", [gameOf(1)]), entrantOf("Bruno", [gameOf(1)])] });
    expect(newlyFinished(twins, twins)).toEqual([]);
    expect(newlyFinished(withBruno(gameOf(1)), twins)).toHaveLength(1);
  });
});

test("a row has every game, those that were not begun included", () => {
  const row = gameRow(entrantOf("Ada", [gameOf(2)]), 3);
  expect(row.map(({ number, status }) => [number, status])).toEqual([
    [1, "open"],
    [2, "over"],
    [3, "open"],
  ]);
});

test("running competitions come first", () => {
  const [over, running] = [competitionOf({ is_over: true }), competitionOf()];
  expect(runningFirst([over, running])).toEqual([running, over]);
});

test("the entrants with games left are known", () => {
  const shown = competitionOf({ entrants: [ada(), entrantOf("Bruno", [], { is_finished: true })] });
  expect(unfinished(shown).map(({ name }) => name)).toEqual(["Ada"]);
});

test.each([
  [debtOf({ amount: 0, cancelled_amount: 500 }), "cancelled"],
  [debtOf({ is_settled: true, settled_by: ["debtor", "creditor"] }), "settled"],
  [debtOf(), "open"],
  [debtOf({ settled_by: ["debtor"] }), "yours_missing"],
  [debtOf({ settled_by: ["creditor"] }), "theirs_missing"],
  [debtOf({ settled_by: ["debtor"], you: "" }), "theirs_missing"],
] as const)("the state of debt %# is %s", (debt, state) => {
  expect(debtState(debt)).toBe(state);
});
