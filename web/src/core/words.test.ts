import { expect, test } from "vitest";
import { capitalize, fill } from "./words.svelte";

test("placeholders are filled in", () => {
  expect(fill("{name} has {n} cards", { name: "Ada", n: 2 })).toBe("Ada has 2 cards");
});

test("a placeholder without a value stays as it is", () => {
  expect(fill("{name}", {})).toBe("{name}");
});

test("a placeholder with two forms chooses by the number", () => {
  const text = "{n} {n:card|cards}";
  expect([1, 0, 2].map((n) => fill(text, { n }))).toEqual(["1 card", "0 cards", "2 cards"]);
});

test("only the first letter is capitalized", () => {
  expect(capitalize("the Wight")).toBe("The Wight");
  expect(capitalize("")).toBe("");
});
