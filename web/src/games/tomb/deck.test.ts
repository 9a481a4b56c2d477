import { expect, test } from "vitest";
import { deckOf } from "./deck";

test("§1 the deck has 44 different cards", () => {
  expect(new Set(deckOf()).size).toBe(44);
});

test("shuffles start from the order of the notation", () => {
  expect(deckOf().slice(0, 10).join(" ")).toBe("2S 3S 4S 5S 6S 7S 8S 9S 10S 2D");
  expect(deckOf().slice(-5).join(" ")).toBe("AS AH AD AC Jk");
});
