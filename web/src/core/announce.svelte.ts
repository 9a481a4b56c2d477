/** What a screen reader says, and what is shown for a moment at the edge of the page. */

import { untrack } from "svelte";

let said = $state("");
let notes = $state<{ id: number; text: string; bad: boolean }[]>([]);
let count = 0;

export const voice = {
  get said(): string {
    return said;
  },
  get notes() {
    return notes;
  },
};

export function announce(text: string): void {
  said = untrack(() => said) === text ? `${text}\u00a0` : text;
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
