/** The paragraph of a chronicle that tells a move. */
import type { ParagraphShown, SectionShown } from "../../core/protocol";

export interface Scene {
  heading: string;
  text: string;
  /** Its place among all paragraphs. */
  place: number;
  /** The chronicle passes over this move: this is the last paragraph before it. */
  isPast: boolean;
}

type Candidate = ParagraphShown & { heading: string; place: number };

/**
 * Return the paragraph that tells a move, the shortest one if several do; else the last one before it. Move 0 is the
 * beginning. null if the chronicle begins later.
 */
export function sceneAt(sections: readonly SectionShown[], move: number): Scene | null {
  const all: Candidate[] = sections
    .flatMap(({ heading, paragraphs }) => paragraphs.map((paragraph) => ({ ...paragraph, heading })))
    .map((paragraph, place) => ({ ...paragraph, place }));
  const telling = all.filter(({ first, last }) => first <= move && move <= last);
  const found = best(telling, (one, other) => length(one) <= length(other));
  const past =
    found ??
    best(
      all.filter(({ last }) => last < move),
      (one, other) => one.last >= other.last,
    );
  return past && { heading: past.heading, text: past.text, place: past.place, isPast: !found };
}

const length = ({ first, last }: Candidate) => last - first;

/** Return the candidate that is at least as good as each one before it. */
function best(candidates: Candidate[], isAsGood: (one: Candidate, other: Candidate) => boolean): Candidate | null {
  return candidates.reduce<Candidate | null>((found, each) => (!found || isAsGood(each, found) ? each : found), null);
}
