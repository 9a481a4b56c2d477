import { expect, test } from "vitest";
import { choicesOf, narrow, needsCard } from "./moves";
import { VIEWS } from "./recorded_views";

const { turn, branch, attacked, window } = VIEWS;
const texts = (moves: { text: string }[]) => moves.map(({ text }) => text);

test("moves are narrowed by every chosen facet", () => {
  expect(texts(narrow(turn.legal, { card: "Q", verb: "attack" }))).toEqual(["attack Q p1"]);
  expect(narrow(turn.legal, { card: "Q", target: 2 })).toHaveLength(13);
  expect(narrow(turn.legal, {})).toEqual(turn.legal);
});

test("the first facet in which moves differ is chosen next", () => {
  const queens = narrow(turn.legal, { card: "Q" });
  expect(choicesOf(queens).map(({ facet, value }) => [facet, value])).toEqual([
    ["verb", "attack"],
    ["verb", "fish"],
  ]);
  const fishing = narrow(queens, { verb: "fish" });
  expect(choicesOf(fishing).map(({ facet, value }) => [facet, value])).toEqual([
    ["target", 0],
    ["target", 2],
  ]);
  const asking = choicesOf(narrow(fishing, { target: 0 }));
  expect(new Set(asking.map(({ facet }) => facet))).toEqual(new Set(["asked"]));
  expect(asking).toHaveLength(13);
});

test("every move belongs to exactly one choice", () => {
  for (const { legal } of Object.values(VIEWS))
    expect(
      choicesOf(legal)
        .flatMap(({ moves }) => texts(moves))
        .sort(),
    ).toEqual(texts(legal).sort());
});

test("the places for a passage are listed one by one", () => {
  const digs = choicesOf(narrow(branch.legal, { verb: "dig" }));
  expect(digs.map(({ facet, value }) => [facet, value])).toEqual([
    ["text", "dig 9 @1"],
    ["text", "dig 9 @2"],
  ]);
});

test("the rank that a joker stands for is a choice", () => {
  const jokers = narrow(attacked.legal, { card: "Jk", verb: "fight" });
  expect(choicesOf(jokers).map(({ facet, value }) => [facet, value])).toEqual([
    ["as", "9"],
    ["as", "10"],
    ["as", "J"],
    ["as", "Q"],
    ["as", "K"],
  ]);
});

test("a single move is a choice by itself", () => {
  const pass = narrow(turn.legal, { verb: "pass" });
  expect(choicesOf(pass)).toEqual([{ facet: "text", value: "pass", moves: pass }]);
  expect(choicesOf([])).toEqual([]);
});

test("answers in a window have buttons, cards of a turn don't", () => {
  expect(window.legal.filter(needsCard)).toEqual([]);
  expect(texts(turn.legal.filter((move) => !needsCard(move)))).toEqual(["pass"]);
});
