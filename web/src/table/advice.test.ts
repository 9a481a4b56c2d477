import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../core/fake_browser";
import type { MoveAdvised } from "../core/protocol";

let advice: typeof import("./advice");
beforeEach(async () => {
  fakeBrowser();
  advice = await import("./advice");
  await (await import("../core/words.svelte")).loadLanguage("en");
});

function move(win: number, points: number, loss = 0): MoveAdvised {
  const around = (mean: number, half: number) => ({ mean, low: mean - half, high: mean + half });
  return {
    move: "draw",
    value: win,
    loss,
    win: around(win, 0.02),
    escape: around(0.5, 0.1),
    points: around(points, 4),
  };
}

test("a move has its chances to win and to escape and its points, each with an interval in words", () => {
  const only = move(0.2, 30);
  expect(advice.barsOf(only, [only]).map(({ name, text, note }) => [name, text, note])).toEqual([
    ["win", "20%", "18% to 22%"],
    ["escape", "50%", "40% to 60%"],
    ["points", "30", "26 to 34"],
  ]);
});

test("chances are shares of all games, and the points of all moves share one scale", () => {
  const [good, bad] = [move(0.38, 40), move(0.1, 18)];
  expect(advice.barsOf(bad, [good, bad]).map(({ value }) => value)).toEqual([0.1, 0.5, 18 / 44]);
  expect(advice.barsOf(good, [good, bad])[2]?.high).toBe(1);
});

test("without games played out there is no interval and no chance to escape", () => {
  const alone = { mean: 0.2, low: null, high: null };
  const quick = { ...move(0.2, 30), win: alone, escape: null, points: { ...alone, mean: 30 } };
  const bars = advice.barsOf(quick, [quick]);
  expect(bars.map(({ name, note }) => [name, note])).toEqual([
    ["win", ""],
    ["points", ""],
  ]);
  expect(bars[0]).toMatchObject({ low: bars[0]?.value, high: bars[0]?.value });
});

test("an exact value has no interval in words", () => {
  const exact = { mean: 0, low: 0, high: 0 };
  expect(advice.barsOf({ ...move(0, 30), win: exact }, [move(0, 30)])[0]).toMatchObject({ text: "0%", note: "" });
});

test.each([
  ["win", 0, "about as good"],
  ["win", 0.01, "1 percentage point worse"],
  ["win", 0.031, "3.1 percentage points worse"],
  ["points", 0.01, "about as good"],
  ["points", 1.02, "1 point worse"],
  ["points", 2.36, "2.4 points worse"],
])("for the goal %s a loss of %d is %j", (goal, loss, text) =>
  expect(advice.lossText(move(0.1, 10, loss), goal)).toBe(text),
);

test("a move that was hardly examined has no loss", () =>
  expect(advice.lossText({ ...move(0.1, 10, 0.3), is_unclear: true }, "win")).toBe("hardly examined"));

test("of the cards that begin the same fight only the first is listed", () => {
  const [five, seven, other] = ["fight 5", "fight 7", "retreat"].map((text) => ({ ...move(0.1, 10), move: text }));
  const fight = ["fight 5", "fight 7"];
  const moves = [
    { ...five, fight },
    { ...seven, fight },
    { ...other, fight: [] },
  ];
  expect(advice.listedMoves(moves as never).map((each) => each.move)).toEqual(["fight 5", "retreat"]);
});

test("a game without points has the chance to win alone", () => {
  const only = { ...move(0.4, 0), escape: null, points: null };
  expect(advice.barsOf(only, [only]).map(({ name }) => name)).toEqual(["win"]);
});

test("advice says what it rests on", () => {
  const basis = (games: number, searched: number, refining = false, is_rough = false) =>
    advice.basisText({ games, searched, refining, is_rough });
  expect(basis(2000, 0)).toContain("played on 2,000 times");
  expect(basis(0, 3000)).toContain("looked 3,000 times");
  expect(basis(0, 0)).toContain("quick estimates");
  expect(basis(0, 3000, true)).toContain("on its way");
  expect(basis(0, 0, true, true)).toContain("Still searching");
  expect(basis(0, 0, false, true)).toContain("Rough estimates");
});

test("rough values are a guess only while better ones are on their way", () => {
  expect(advice.isGuess({ refining: true, is_rough: true })).toBe(true);
  expect(advice.isGuess({ refining: false, is_rough: true })).toBe(false);
  expect(advice.isGuess({ refining: true, is_rough: false })).toBe(false);
});
