import { expect, test } from "vitest";
import { MAX_TOTAL_MS, MIN_TOTAL_MS } from "../../core/end/timeline";
import type { PassageShown } from "../../core/protocol";
import { cameraFrames, lastWords, sideOf, tunnelTimeline, vigilTimeline, wayOut, winningBot } from "./ending";

const passage = (value: number, next_to: number): PassageShown => ({
  value,
  next_to,
  card: null,
  depth: 0,
  is_lie: null,
});

test("the way out leaves the branches aside", () => {
  const dungeon = [
    passage(10, 0),
    passage(9, 1),
    passage(9, 1),
    passage(8, 2),
    passage(7, 4),
    passage(10, 0),
    passage(6, 5),
  ];
  expect(wayOut({ dungeon }).map(({ value }) => value)).toEqual([10, 9, 8, 7, 6]);
  expect(wayOut({ dungeon: [] })).toEqual([]);
});

test("the last words are the winner's, or else a loser's", () => {
  const quips = [
    { seat: 1, text: "Next." },
    { seat: 2, text: "This isn't what it looks like." },
    { seat: 1, text: "Out." },
    { seat: 2, text: "Lovely game." },
  ];
  expect(lastWords({ winner: 1 }, quips)?.text).toBe("Out.");
  expect(lastWords({ winner: 0 }, quips)?.text).toBe("Lovely game.");
  expect(lastWords({ winner: 0 }, [])).toBeNull();
  expect(lastWords({ winner: null }, quips)).toBeNull();
  expect(lastWords(null, quips)).toBeNull();
});

test("a bot that wins is found by its seat, a person or a stalemate has none", () => {
  const seats = [{ bot: null }, { bot: "digger" }];
  expect(winningBot({ winner: 1 }, seats)).toBe("digger");
  expect(winningBot({ winner: 0 }, seats)).toBeNull();
  expect(winningBot({ winner: null }, seats)).toBeNull();
  expect(winningBot(null, seats)).toBeNull();
});

test("a damaged tunnel that leads in a circle ends", () => {
  expect(wayOut({ dungeon: [passage(10, 2), passage(9, 1)] })).toHaveLength(2);
});

test("the light is close for the winner and far away for those who lost", () => {
  expect(sideOf({ winner: 1 }, 1)).toBe("own");
  expect(sideOf({ winner: 1 }, 0)).toBe("theirs");
  expect(sideOf({ winner: 1 }, null)).toBe("watched");
});

test.each([1, 2, 10, 40])("a tunnel of %i cards takes 2.5 to 4 seconds", (cards) => {
  const timeline = tunnelTimeline(cards);
  expect(timeline.totalMs).toBeGreaterThanOrEqual(MIN_TOTAL_MS);
  expect(timeline.totalMs).toBeLessThanOrEqual(MAX_TOTAL_MS);
  expect(timeline.cards).toHaveLength(cards);
  expect(timeline.day).toBeGreaterThan(timeline.cards.at(-1) ?? 0);
  for (const { at } of timeline.sounds) expect(at).toBeLessThan(timeline.totalMs);
});

test.each([2, 4])("the vigil of %i players takes 2.5 to 4 seconds", (players) => {
  const { totalMs, title, players: times } = vigilTimeline(players, true);
  expect(totalMs).toBeGreaterThanOrEqual(MIN_TOTAL_MS);
  expect(totalMs).toBeLessThanOrEqual(MAX_TOTAL_MS);
  expect(new Set(times).size).toBe(players);
  expect(title).toBeGreaterThan(times.at(-1) ?? 0);
});

const SIZES = { width: 1000, step: 100, day: 200 };

test("the camera moves from the cell to the exit without going back", () => {
  const timeline = tunnelTimeline(10);
  const frames = cameraFrames(timeline, SIZES, "own");
  const offsets = frames.map(({ offset }) => Number(offset));
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
  expect(frames[0]?.transform).toBe("translateX(450px) scale(1.000)");
  expect(frames.at(-3)?.transform).toBe("translateX(-450px) scale(1.000)");
  expect(frames.at(-1)?.offset).toBe(1);
});

test("after a loss the whole tunnel is in sight, smaller than for spectators", () => {
  const last = (side: "theirs" | "watched") => cameraFrames(tunnelTimeline(10), SIZES, side).at(-1)?.transform;
  expect(last("watched")).toBe("translateX(40px) scale(0.767)");
  expect(last("theirs")).toBe("translateX(132px) scale(0.613)");
});
