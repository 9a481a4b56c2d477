/** Sentences for screen readers, and notices shown for a moment at the edge of the page. */

import { untrack } from "svelte";

export interface Sentence {
  id: number;
  text: string;
}
export interface Notice extends Sentence {
  bad: boolean;
  /** When it appeared, in milliseconds. */
  at: number;
}

/** Older sentences are removed, so that the end of the page doesn't grow with the game. */
const MAX_SENTENCES = 12;
const NOTICE_MS = 4000;
const BAD_NOTICE_MS = 8000;
/** A notice that appears this shortly before another screen is about the change of screens. */
const FRESH_MS = 400;

let sentences = $state.raw<Sentence[]>([]);
let notices = $state<Notice[]>([]);
let lastId = 0;

export const announcements = {
  /** The contents of the live region, oldest first. Each addition is read out. */
  get sentences(): readonly Sentence[] {
    return sentences;
  },
  get notices(): readonly Notice[] {
    return notices;
  },
};

/** Let a screen reader read sentences out, all of them and in order. */
export function announce(...texts: string[]): void {
  const fresh = texts.filter(Boolean).map((text) => ({ id: ++lastId, text }));
  if (fresh.length) sentences = [...untrack(() => sentences), ...fresh].slice(-Math.max(MAX_SENTENCES, fresh.length));
}

/** Show a notice to the player; its element is an alert, so it is read out too. */
export function notify(text: string, bad = false): void {
  const id = ++lastId;
  untrack(() => (notices = [...notices, { id, text, bad, at: Date.now() }])); // a calling effect must not depend on the notices
  setTimeout(() => dismiss(id), bad ? BAD_NOTICE_MS : NOTICE_MS);
}

export function dismiss(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
}

/** Remove the notices of the screen that the player leaves. */
export function dismissOld(): void {
  notices = untrack(() => notices).filter(({ at }) => Date.now() - at < FRESH_MS);
}
