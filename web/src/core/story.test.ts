import { expect, test } from "vitest";
import { continueStory } from "./story";

test("new sentences follow the others", () => {
  expect(continueStory(["One."], { story: ["Two.", "Three."] })).toEqual(["One.", "Two.", "Three."]);
  expect(continueStory(["One."], { story: [], story_from: null })).toEqual(["One."]);
});

test("sentences about moves that were taken back are dropped", () => {
  expect(continueStory(["One.", "Two.", "Three."], { story: [], story_from: 1 })).toEqual(["One."]);
  expect(continueStory(["One.", "Two."], { story: ["Other."], story_from: 1 })).toEqual(["One.", "Other."]);
  expect(continueStory(["One."], { story: ["Other."], story_from: 0 })).toEqual(["Other."]);
});
