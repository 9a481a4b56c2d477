import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ASK_MS, HOLD_MS, Hold, type HoldPhase } from "./hold";

const DOUBLE_CLICK = 200;
const LATER = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start({ isStepped = false } = {}) {
  const confirm = vi.fn();
  const phases: HoldPhase[] = [];
  const hold = new Hold({ confirm, change: (phase) => phases.push(phase), isStepped: () => isStepped });
  return { hold, confirm, phases };
}

describe("a press with a pointer", () => {
  test("confirms once it has lasted long enough", () => {
    const { hold, confirm, phases } = start();
    hold.press("pointer");
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(confirm).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(confirm).toHaveBeenCalledOnce();
    expect(phases).toEqual(["holding", "idle"]);
  });

  test("that ends too soon shows a hint for a while", () => {
    const { hold, confirm, phases } = start();
    hold.press("pointer");
    hold.release("pointer");
    vi.advanceTimersByTime(ASK_MS);
    expect(confirm).not.toHaveBeenCalled();
    expect(phases).toEqual(["holding", "hint", "idle"]);
  });

  test("must be held again after a hint: short presses never confirm", () => {
    const { hold, confirm } = start();
    for (const _ of [1, 2, 3]) {
      hold.press("pointer");
      vi.advanceTimersByTime(DOUBLE_CLICK);
      hold.release("pointer");
      vi.advanceTimersByTime(LATER);
    }
    expect(confirm).not.toHaveBeenCalled();
    hold.press("pointer");
    vi.advanceTimersByTime(HOLD_MS);
    expect(confirm).toHaveBeenCalledOnce();
  });

  test("can be cancelled", () => {
    const { hold, confirm } = start();
    hold.press("pointer");
    hold.cancel();
    vi.advanceTimersByTime(HOLD_MS);
    expect(confirm).not.toHaveBeenCalled();
  });
});

describe("a press with a key", () => {
  test("confirms once it has lasted long enough", () => {
    const { hold, confirm } = start();
    hold.press("key");
    vi.advanceTimersByTime(HOLD_MS);
    expect(confirm).toHaveBeenCalledOnce();
  });

  test("asks for another press if it was short", () => {
    const { hold, confirm } = start();
    hold.press("key");
    hold.release("key");
    expect(hold.phase).toBe("asking");
    vi.advanceTimersByTime(LATER);
    hold.press("key");
    expect(confirm).toHaveBeenCalledOnce();
  });
});

describe("two presses", () => {
  test("confirm a click of a screen reader", () => {
    const { hold, confirm } = start();
    hold.press("click");
    expect(confirm).not.toHaveBeenCalled();
    vi.advanceTimersByTime(LATER);
    hold.press("click");
    expect(confirm).toHaveBeenCalledOnce();
  });

  test("confirm with a pointer if there is no motion", () => {
    const { hold, confirm, phases } = start({ isStepped: true });
    hold.press("pointer");
    hold.release("pointer");
    vi.advanceTimersByTime(LATER);
    hold.press("pointer");
    expect(confirm).toHaveBeenCalledOnce();
    expect(phases).toEqual(["asking", "idle"]);
  });

  test("of a double click don't confirm", () => {
    const { hold, confirm } = start({ isStepped: true });
    hold.press("pointer");
    vi.advanceTimersByTime(DOUBLE_CLICK);
    hold.press("pointer");
    expect(confirm).not.toHaveBeenCalled();
  });

  test("don't confirm if the second one comes too late", () => {
    const { hold, confirm } = start();
    hold.press("click");
    vi.advanceTimersByTime(ASK_MS);
    hold.press("click");
    expect(confirm).not.toHaveBeenCalled();
  });
});
