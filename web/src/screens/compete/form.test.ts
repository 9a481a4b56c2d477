import { expect, test } from "vitest";
import { competitionRequest, lengthsOf, newForm, withKind, wrongField } from "./form";

const FORM = newForm("tomb", "coins");
const WAGER = withKind(FORM, "wager");

test("a series and a contest have 3, 5 or 10 games, and a wager may have one", () => {
  expect(lengthsOf("series")).toEqual([3, 5, 10]);
  expect(lengthsOf("contest")).toEqual([3, 5, 10]);
  expect(lengthsOf("wager")).toEqual([1, 3, 5, 10]);
});

test("a number of games that the kind can't have becomes 3", () => {
  expect(withKind({ ...WAGER, games: 1 }, "series").games).toBe(3);
  expect(withKind({ ...WAGER, games: 5 }, "series").games).toBe(5);
});

test("only a wager sends a stake, a currency and a choice of deals", () => {
  expect(competitionRequest(FORM, "Ada")).toEqual({ kind: "series", name: "Ada", game: "tomb", games: 3, house: {} });
  expect(competitionRequest({ ...WAGER, stake: "0,5", currency: " beers ", sameDeals: false }, "Ada")).toMatchObject({
    kind: "wager",
    stake: 50,
    currency: "beers",
    same_deals: false,
  });
});

test("the first wrong field of a wager is named", () => {
  expect(wrongField(WAGER)).toBeNull();
  expect(wrongField({ ...WAGER, stake: "much", currency: "" })).toBe("stake");
  expect(wrongField({ ...WAGER, currency: " " })).toBe("currency");
  expect(wrongField({ ...FORM, stake: "much" })).toBeNull();
});
