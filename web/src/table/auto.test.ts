import { describe, expect, test } from "vitest";
import { FORCED_MS, forcedMove, isAsked } from "./auto";

const move = (verb: string) => ({ text: verb, verb, label: verb });

describe("the only legal move is made by itself", () => {
  test("after a moment in which it can be seen", () => {
    expect(forcedMove([move("strike")], false)).toEqual({ move: move("strike"), delayMs: FORCED_MS });
    expect(forcedMove([move("pass")], false)?.delayMs).toBe(FORCED_MS);
  });

  test("at once if it passes in a window, where nobody may notice who had no choice", () => {
    expect(forcedMove([move("pass")], true)).toEqual({ move: move("pass"), delayMs: 0 });
  });
});

test("a seat is asked only if the game waits for it, even if it may play an ace", () => {
  expect(isAsked({ waiting: [0, 2] }, 2)).toBe(true);
  expect(isAsked({ waiting: [1] }, 0)).toBe(false);
  expect([isAsked({ waiting: [] }, null), isAsked(null, 0), isAsked({}, 0)]).toEqual([false, false, false]);
});

describe("no move is made by itself", () => {
  test("if there is a choice, or nothing to do", () => {
    expect(forcedMove([move("pass"), move("ace")], true)).toBeNull();
    expect(forcedMove([], false)).toBeNull();
  });

  test("if it ends the game for the player, or lets another one win", () => {
    expect(forcedMove([{ ...move("fall"), lethal: true }], false)).toBeNull();
    expect(forcedMove([{ ...move("pass"), lets_win: 2 }], true)).toBeNull();
  });
});
