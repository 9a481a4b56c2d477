import { describe, expect, test } from "vitest";
import type { Chosen, Move } from "./moves";
import { cardTaken, planPanel, primaryChoice } from "./panel";
import { VIEWS } from "./recorded_views";

const { turn, branch, attacked, fighting, robbing, window } = VIEWS;
const labels = (moves: Move[], chosen: Chosen) => planPanel(moves, chosen).choices.map(({ value }) => value);

describe("before anything is chosen", () => {
  test("only moves without a card of the hand have buttons", () => {
    expect(labels(turn.legal, {})).toEqual(["pass"]);
    expect(planPanel(turn.legal, {}).question).toBe("choose_card_or");
  });

  test("a player whose moves all need a card is told to choose one", () => {
    const bids: Move[] = [{ text: "bid 7", verb: "bid", label: "bid", card: "7" }];
    expect(planPanel(bids, {})).toMatchObject({ isCardMissing: true, question: null, choices: [] });
    expect(planPanel(turn.legal, {}).isCardMissing).toBe(false);
  });

  test("a fight offers its cards besides the other answers", () => {
    const plan = planPanel(attacked.legal, {});
    expect(plan).toMatchObject({ isFighting: true, isCardMissing: false, question: null });
    expect(labels(attacked.legal, {})).toEqual(["retreat", "ace A", "ace Jk=A"]);
  });

  test("a robber sees the cards to take", () => {
    const plan = planPanel(robbing.legal, {});
    expect(plan.loot).toEqual(robbing.legal);
    expect(plan.isCardMissing).toBe(false);
  });

  test("answers in a window need no card", () => {
    expect(planPanel(window.legal, {})).toMatchObject({ isFighting: false, loot: [], question: null });
  });
});

describe("each step asks its own question", () => {
  test.each<[string, Move[], Chosen, string]>([
    ["what to do with a card", turn.legal, { card: "Q" }, "with_card"],
    ["whom to aim at", turn.legal, { card: "Q", verb: "fish" }, "which_target"],
    ["which rank to ask for", turn.legal, { card: "Q", verb: "fish", target: 0 }, "which_rank"],
    ["which rank a joker stands for", attacked.legal, { card: "Jk", verb: "fight" }, "which_value"],
    ["where to dig", branch.legal, { card: "9" }, "which_place"],
    ["nothing, since the card can't be played", turn.legal, { card: "3" }, "unplayable"],
    ["nothing, since only a card like it can be robbed", robbing.legal, { card: "9" }, "unplayable"],
  ])("%s", (_, moves, chosen, question) => {
    expect(planPanel(moves, chosen)).toMatchObject({ isNarrowed: true, isFighting: false, loot: [], question });
  });

  test("many ranks form a grid", () => {
    expect(planPanel(turn.legal, { card: "Q", verb: "fish", target: 0 }).isGrid).toBe(true);
    expect(planPanel(turn.legal, { card: "Q" }).isGrid).toBe(false);
  });
});

describe("the main button", () => {
  const primary = (moves: Move[], chosen: Chosen = {}) => primaryChoice(planPanel(moves, chosen), moves)?.value;

  test("is the only move left", () => {
    expect(primary(turn.legal, { card: "8" })).toBe("cave 8 p1");
    expect(primary(turn.legal.filter(({ verb }) => verb === "pass"))).toBe("pass");
  });

  test("is missing while there is a choice", () => {
    expect(primary(turn.legal)).toBeUndefined();
    expect(primary(turn.legal, { card: "Q" })).toBeUndefined();
    expect(primary(window.legal)).toBeUndefined();
  });

  test("of a fight is the strike that wins it", () => {
    const strike: Move = { text: "strike", verb: "strike", label: "strike" };
    expect(primary([...fighting.legal, strike])).toBe("strike");
    const retreat: Move = { text: "retreat", verb: "retreat", label: "retreat" };
    expect(primary([...fighting.legal, retreat])).toBeUndefined();
  });
});

test("a robbed card is one of the discards with that rank", () => {
  const [ace] = robbing.legal;
  expect(ace && cardTaken(ace, robbing.seen_discards)).toBe("AH");
  expect(ace && cardTaken(ace, null)).toBeNull();
});
