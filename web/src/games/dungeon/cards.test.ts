import { expect, test } from "vitest";
import { numberOf, PASSAGE_VALUES, passageValues, rankOf, sortHand, valueDrawn } from "./cards";

test("a code names its rank, and the rank its number in the catalogues", () => {
  expect(["10S", "KH", "AC", "Jk"].map(rankOf)).toEqual(["10", "K", "A", "Jk"]);
  expect((["A", "10", "J", "Jk"] as const).map(numberOf)).toEqual([1, 10, 11, 14]);
});

test("cards are sorted by rank and then by suit, jokers last", () => {
  expect(sortHand(["Jk", "KS", "10H", "2S", "10C", "AD"])).toEqual(["AD", "2S", "10C", "10H", "KS", "Jk"]);
});

test("only a card without a value of its own shows the value that it stands for", () => {
  expect(valueDrawn("Jk", 9)).toBe("9");
  expect(valueDrawn("9S", 10)).toBe("");
  expect(valueDrawn("Jk", null)).toBe("");
  expect(valueDrawn(null, 9)).toBe("");
});

test("the passages lead from the cell to the exit", () => {
  expect(passageValues(10)).toEqual(PASSAGE_VALUES);
  expect(PASSAGE_VALUES).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(passageValues(7)).toEqual([7, 6, 5, 4, 3, 2]);
});
