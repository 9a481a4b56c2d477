import { describe, expect, test } from "vitest";
import { concernsMe, mustDecide, passFor } from "./concerns";
import type { Move } from "./moves";
import { VIEWS } from "./recorded_views";

const { turn, attacked, window } = VIEWS;
const PASS: Move = { text: "pass", verb: "pass", label: "pass" };
const ACE: Move = { text: "ace A", verb: "ace", label: "ace", card: "A" };
const ACCUSE: Move = { text: "accuse p2", verb: "accuse", label: "accuse", target: 1 };

describe("the viewer must decide", () => {
  test("when asked, with more than one answer", () => {
    expect(mustDecide(attacked)).toBe(true);
    expect(mustDecide(window)).toBe(true);
    expect(mustDecide({ ...turn, legal: turn.legal.slice(0, 1) })).toBe(false);
  });

  test("not while others are asked, and never as a spectator", () => {
    expect(mustDecide({ ...turn, waiting: [0] })).toBe(false);
    expect(mustDecide({ ...turn, seat: null })).toBe(false);
  });
});

describe("passing until something concerns the player", () => {
  test("passes an ace's window, even with an ace in the hand", () => {
    expect(passFor(window, window.legal)?.text).toBe("pass");
  });

  test("passes an accusation", () => {
    expect(passFor({ ...window, is_window: true }, [PASS, ACCUSE])).toBe(PASS);
  });

  test("passes a turn in which no card can be played", () => {
    expect(passFor(turn, [PASS, ACE, ACCUSE])).toBe(PASS);
  });

  test("stops on a turn with a card to play", () => {
    expect(concernsMe(turn, turn.legal)).toBe(true);
    expect(passFor(turn, turn.legal)).toBeNull();
  });

  test("stops at an attack, a question or a discard: they can't be passed", () => {
    expect(concernsMe(attacked, attacked.legal)).toBe(true);
  });

  test("stops where passing lets another player win", () => {
    const question = { key: "accusations.escape", seats: [0], target: 1, lets_win: 1, warning: "pass" } as const;
    expect(passFor({ is_window: true, question: { ...question, seats: [0] } }, [PASS, ACCUSE])).toBeNull();
  });

  test("waits while the player has no moves", () => {
    expect(concernsMe(turn, [])).toBe(false);
    expect(passFor(turn, [])).toBeNull();
  });
});
