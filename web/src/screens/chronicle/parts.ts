/** The parts of a chronicle in reading order: its title, headings and paragraphs, each with a number. */
import type { ChronicleShown, ParagraphShown } from "../../core/protocol";

export interface NumberedParagraph extends ParagraphShown {
  part: number;
}
export interface NumberedSection {
  heading: string;
  /** null if the section has no heading. */
  headingPart: number | null;
  paragraphs: NumberedParagraph[];
}

/** The number of the title. */
export const TITLE_PART = 0;

/** Number the headings and paragraphs of a chronicle. */
export function numberParts({ sections }: Pick<ChronicleShown, "sections">): NumberedSection[] {
  let last = TITLE_PART;
  return sections.map(({ heading, paragraphs }) => ({
    heading,
    headingPart: heading ? ++last : null,
    paragraphs: paragraphs.map((paragraph) => ({ ...paragraph, part: ++last })),
  }));
}

/** Return the texts of all parts, each at its number. */
export const textsOf = ({ title, sections }: Pick<ChronicleShown, "title" | "sections">): string[] => [
  title,
  ...sections.flatMap(({ heading, paragraphs }) => [
    ...(heading ? [heading] : []),
    ...paragraphs.map(({ text }) => text),
  ]),
];
