import { afterEach, beforeEach, expect, test, vi } from "vitest";

let module: typeof import("./announce.svelte");
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  module = await import("./announce.svelte");
});
afterEach(() => {
  vi.useRealTimers();
});
const texts = () => module.announcements.sentences.map(({ text }) => text);
const notices = () => module.announcements.notices.map(({ text, bad }) => [text, bad]);

test("every sentence of a frame is added, in order and without empty ones", () => {
  module.announce("You delve.", "", "A rat!");
  module.announce("You fight.");
  expect(texts()).toEqual(["You delve.", "A rat!", "You fight."]);
});

test("the same sentence twice is two sentences, so that it is read out again", () => {
  module.announce("You delve.", "You delve.");
  expect(new Set(module.announcements.sentences.map(({ id }) => id)).size).toBe(2);
});

test("old sentences are removed, but none of the latest frame", () => {
  module.announce("old");
  const frame = Array.from({ length: 15 }, (_, n) => `sentence ${n}`);
  module.announce(...frame);
  expect(texts()).toEqual(frame);
  module.announce("new");
  expect(texts()).toEqual([...frame.slice(-11), "new"]);
});

test("a notice disappears by itself, a bad one later", () => {
  module.notify("Copied.");
  module.notify("Refused.", true);
  expect(notices()).toEqual([
    ["Copied.", false],
    ["Refused.", true],
  ]);
  vi.advanceTimersByTime(4000);
  expect(notices()).toEqual([["Refused.", true]]);
  vi.advanceTimersByTime(4000);
  expect(notices()).toEqual([]);
});

test("a notice can be dismissed", () => {
  module.notify("Copied.");
  module.notify("Saved.");
  module.dismiss(module.announcements.notices[0]?.id ?? 0);
  expect(notices()).toEqual([["Saved.", false]]);
});

test("another screen removes the notices of the one before, but not the one that led to it", () => {
  module.notify("The link is copied.");
  vi.advanceTimersByTime(1000);
  module.notify("The profile is deleted.");
  module.dismissOld();
  expect(notices()).toEqual([["The profile is deleted.", false]]);
});
