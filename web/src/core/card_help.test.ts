import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DELAY_MS, HelpIntent } from "./card_help.svelte";

let changes: boolean[];
let intent: HelpIntent;
beforeEach(() => {
  vi.useFakeTimers();
  changes = [];
  intent = new HelpIntent((isOpen) => changes.push(isOpen));
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the mouse", () => {
  test("opens help after resting on the card, and closes it by leaving", () => {
    intent.begin(false);
    vi.advanceTimersByTime(DELAY_MS - 1);
    expect(changes).toEqual([]);
    vi.advanceTimersByTime(1);
    intent.leave();
    expect(changes).toEqual([true, false]);
  });

  test("that only passes by opens nothing", () => {
    intent.begin(false);
    vi.advanceTimersByTime(DELAY_MS - 1);
    intent.leave();
    vi.advanceTimersByTime(DELAY_MS);
    expect(changes).toEqual([]);
  });
});

describe("a long press", () => {
  test("opens help that stays when the finger is lifted", () => {
    intent.begin(true);
    vi.advanceTimersByTime(DELAY_MS);
    intent.leave();
    expect(changes).toEqual([true]);
    intent.close();
    expect(changes).toEqual([true, false]);
  });

  test("that becomes a drag opens nothing", () => {
    intent.begin(true);
    intent.close();
    vi.advanceTimersByTime(DELAY_MS);
    expect(changes).toEqual([]);
  });
});

test("the key opens and closes help, also while the mouse moves", () => {
  intent.toggle();
  intent.leave();
  expect(intent.isOpen).toBe(true);
  intent.toggle();
  expect(changes).toEqual([true, false]);
});
