/** Sentences for screen readers, and notes that are shown for a moment at the edge of the page. */

import { untrack } from "svelte";

export interface Sentence {
  id: number;
  text: string;
}

/** Older sentences are removed, so that the end of the page doesn't grow with the game. */
const MAX_KEPT = 12;

let said = $state.raw<Sentence[]>([]);
let notes = $state<(Sentence & { bad: boolean })[]>([]);
let count = 0;

export const voice = {
  /** The contents of the live region, oldest first. Each addition is read out. */
  get said(): readonly Sentence[] {
    return said;
  },
  get notes() {
    return notes;
  },
};

/** Let a screen reader read sentences out, all of them and in order. */
export function announce(...sentences: string[]): void {
  const fresh = sentences.filter(Boolean).map((text) => ({ id: ++count, text }));
  if (fresh.length) said = [...untrack(() => said), ...fresh].slice(-Math.max(MAX_KEPT, fresh.length));
}

/** A word to the player; it is also announced. */
export function note(text: string, bad = false): void {
  const id = ++count;
  untrack(() => (notes = [...notes, { id, text, bad }])); // An effect may say it: it must not wait for its own words.
  setTimeout(() => dismiss(id), bad ? 8000 : 4000);
}

export function dismiss(id: number): void {
  notes = notes.filter((each) => each.id !== id);
}
