import { expect, test } from "vitest";
import { isStrayClick } from "./stray_click";

test("the second click of a double click is ignored on a control that wasn't there for the first", () => {
  expect(isStrayClick({ detail: 1 }, "draw")).toBe(false);
  expect(isStrayClick({ detail: 2 }, "onward")).toBe(true);
  expect(isStrayClick({ detail: 1 }, "onward")).toBe(false);
});

test("the same control may be clicked fast, and the keyboard is never ignored", () => {
  expect(isStrayClick({ detail: 1 }, "draw")).toBe(false);
  expect(isStrayClick({ detail: 2 }, "draw")).toBe(false);
  expect(isStrayClick({ detail: 0 }, "retreat")).toBe(false);
});
