import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";

let review: typeof import("./review");
beforeEach(async () => {
  fakeBrowser();
  review = await import("./review");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const WIN = {
  start: 0.16,
  luck: 0.09,
  loss: 0.25,
  result: 0,
  accuracy: 80,
  curve: [0.16, 0.16, 0.3, 0.05, 0],
  losses: [0, 0.25],
  lucks: [0.14, -0.05],
};

test("a line falls where a decision cost something and moves with the cards between decisions", () => {
  expect(review.lineOf(WIN)).toEqual([
    { x: 0, y: 0.16 },
    { x: 0, y: 0.16 },
    { x: 1, y: 0.3 },
    { x: 1, y: 0.05 },
    { x: 2, y: 0 },
  ]);
  expect(review.changesOf(WIN)).toEqual([
    { step: 0, loss: 0, gain: 0, luck: 0.14 },
    { step: 1, loss: 0.25, gain: 0, luck: -0.05 },
  ]);
});

test("small values don't fill the scale", () => {
  expect(review.scaleOf("win", { curve: [0.1, 0.02] })).toBe(0.25);
  expect(review.scaleOf("win", { curve: [0.1, 1] })).toBe(1);
  expect(review.scaleOf("points", { curve: [30, 44] })).toBe(44);
});

test("changes have a sign unless they are nothing", () => {
  expect(review.formatValue("points", 31.62)).toBe("31.6");
  expect([
    review.formatChange("win", 0.25),
    review.formatChange("win", -0.004),
    review.formatChange("win", -0.0001),
  ]).toEqual(["+25", "−0.4", "0"]);
});

test("start, luck, losses and result are one sentence", () =>
  expect(review.trackText("win", WIN, false)).toBe(
    "Chance to win: 16% at the start, luck +9, your decisions −25 percentage points; in the end 0%.",
  ));

test.each([
  [100, "100%"],
  [99.96, "99%"],
  [61.2, "61%"],
])("an accuracy of %d is %s: only a game without a loss has 100", (accuracy, text) =>
  expect(review.accuracyText({ accuracy })).toBe(text),
);

test("a place on the chart belongs to the nearest step", () => {
  expect([review.stepAt(0, 40), review.stepAt(0.51, 40), review.stepAt(1.2, 40), review.stepAt(-0.1, 40)]).toEqual([
    0, 20, 40, 0,
  ]);
});

test("the table has a row for each decision", () => {
  const decisions = [
    { number: 0, turn: 0, seat: 0, move: "delve", cards: [], values: {} },
    { number: 1, turn: 1, seat: 1, move: "draw", cards: ["5S"], values: {} },
  ];
  const textOf = (move: string, step: number) => `${move} ${step}`;
  const names = ["Ana", "Bruno"];
  const own = { seat: 0, tracks: { win: WIN }, mistakes: [] };
  const rows = review.reviewRows({ decisions, players: [own] }, "win", 0, names, textOf);
  expect(rows).toEqual([
    ["1. Before turn 1: delve 0", "16%", "0", "+14"],
    ["2. Turn 1: draw 1", "30%", "−25", "−5"],
  ]);
  expect(review.reviewRows({ decisions, players: [] }, "win", 0, names, textOf)).toEqual([]);
  const rival = { seat: 1, tracks: { win: { ...WIN, losses: [0, 0], gains: [0, 0.25] } }, mistakes: [] };
  expect(review.reviewRows({ decisions, players: [own, rival] }, "win", 1, names, textOf)[1]).toEqual([
    "2. Turn 1, Bruno: draw 1",
    "30%",
    "0",
    "+25",
    "−5",
  ]);
});

test("among several players a line has all hands open, and others' mistakes are a term of the sum", () => {
  expect(review.openLineOf(WIN)).toEqual([
    { x: 0, y: 0.16 },
    { x: 1, y: 0.3 },
    { x: 2, y: 0 },
  ]);
  const track = { ...WIN, luck: -0.01, gain: 0.1 };
  expect(review.termsOf(track, true)).toEqual([
    ["start", 0.16],
    ["luck", -0.01],
    ["loss", -0.25],
    ["gain", 0.1],
    ["result", 0],
  ]);
  expect(review.termsOf(track, false).map(([name]) => name)).not.toContain("gain");
  expect(review.trackText("win", track, true)).toBe(
    "Chance to win: 16% at the start, luck −1, own decisions −25, others' mistakes +10 percentage points; in the end 0%.",
  );
});

test("the game of a player is found by seat, and the first one's is shown to spectators", () => {
  const players = [0, 1].map((seat) => ({ seat, tracks: {}, mistakes: [] }));
  expect([review.playerOf({ players }, 1)?.seat, review.playerOf({ players }, 7)?.seat]).toEqual([1, 0]);
  expect([review.isForSeveral({ players }), review.isForSeveral({ players: players.slice(1) })]).toEqual([true, false]);
});
