import { expect, test } from "vitest";
import { sceneAt } from "./scene";

const paragraph = (text: string, first: number, last: number) => ({ text, first, last, cards: [] });
const SECTIONS = [
  { phase: "opening", heading: "The door", paragraphs: [paragraph("She goes in.", 0, 0)] },
  {
    phase: "descent",
    heading: "The stair",
    paragraphs: [paragraph("A troll.", 1, 4), paragraph("A torch dies.", 3, 3), paragraph("A gate.", 7, 9)],
  },
];
const textAt = (move: number) => sceneAt(SECTIONS, move)?.text;

test("a move has the paragraph that tells it, with the heading of its section", () => {
  expect(sceneAt(SECTIONS, 0)).toEqual({ heading: "The door", text: "She goes in.", place: 0, isPast: false });
  expect(sceneAt(SECTIONS, 8)).toEqual({ heading: "The stair", text: "A gate.", place: 3, isPast: false });
});

test("of several paragraphs about a move the one about the fewest moves is shown", () => {
  expect([2, 3, 4].map(textAt)).toEqual(["A troll.", "A torch dies.", "A troll."]);
});

test("of paragraphs about the same moves the last one is shown", () => {
  const twice = [{ phase: "x", heading: "", paragraphs: [paragraph("one", 1, 2), paragraph("two", 1, 2)] }];
  expect(sceneAt(twice, 1)?.text).toBe("two");
});

test("a move that is passed over keeps the paragraph before it", () => {
  expect(sceneAt(SECTIONS, 5)).toMatchObject({ text: "A troll.", isPast: true });
  expect(sceneAt(SECTIONS, 12)).toMatchObject({ text: "A gate.", isPast: true });
});

test("before the first paragraph there is none", () => {
  expect(sceneAt(SECTIONS.slice(1), 0)).toBeNull();
  expect(sceneAt([], 3)).toBeNull();
});
