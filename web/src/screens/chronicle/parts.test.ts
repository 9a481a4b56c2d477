import { expect, test } from "vitest";
import { numberParts, textsOf } from "./parts";

const paragraph = (text: string) => ({ text, first: 0, last: 0, cards: [] });
const TALE = {
  title: "The Long Stair",
  sections: [
    { phase: "opening", heading: "The door", paragraphs: [paragraph("a"), paragraph("b")] },
    { phase: "ending", heading: "", paragraphs: [paragraph("c")] },
  ],
};

test("title, headings and paragraphs are numbered in reading order", () => {
  const [opening, ending] = numberParts(TALE);
  expect([opening?.headingPart, opening?.paragraphs.map(({ part }) => part)]).toEqual([1, [2, 3]]);
  expect([ending?.headingPart, ending?.paragraphs.map(({ part }) => part)]).toEqual([null, [4]]);
});

test("each text has its part's number", () => {
  const texts = textsOf(TALE);
  expect(texts).toEqual(["The Long Stair", "The door", "a", "b", "c"]);
  for (const { headingPart, heading, paragraphs } of numberParts(TALE)) {
    if (headingPart !== null) expect(texts[headingPart]).toBe(heading);
    for (const { part, text } of paragraphs) expect(texts[part]).toBe(text);
  }
});
