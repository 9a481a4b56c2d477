import { describe, expect, test } from "vitest";
import { type CardAt, diff, type Layout } from "./diff";
import { flightFrames, flipFrames, shiftFrames } from "./keyframes";
import { type Cue, MOVE_MS, namedCards, paceOf, SHOW_MS, schedule, type Track } from "./schedule";

const PLACES = ["deck", "discards", "column", "hand", "turn-1", "seat:1", "passage:1:1"];
const boxAt = (left: number) => ({ left, top: 0, width: 50, height: 71 });
const lies = (card: string | null, place: string, left = 0): CardAt => ({ card, place, box: boxAt(left) });
/** Every place is 1000 pixels right of the one before. */
const layout = (cards: CardAt[], counts: Record<string, number> = {}): Layout => ({
  cards,
  places: new Map(
    PLACES.map((name, index) => [
      name,
      { box: boxAt(1000 * index), count: counts[name] ?? null, isDown: ["deck", "turn-1", "seat:1"].includes(name) },
    ]),
  ),
});
const plan = (before: Layout, after: Layout, cues: Cue[] = [], speed?: "slow" | "normal" | "fast") =>
  schedule(diff(before, after, namedCards(cues), { from: "deck", to: "discards" }), cues, before, after, speed);
const trackOf = (tracks: Track[], card: string | null) => {
  const found = tracks.find(({ move }) => move.card === card);
  if (!found) throw new Error(`no track of ${card}`);
  return found;
};
const lefts = ({ stops }: Track) => stops.map(({ box }) => box.left);

describe("without cues", () => {
  const before = layout([lies("5S", "hand", 3000)], { deck: 9 });
  const after = layout([lies("5S", "column", 2000), lies("9C", "hand", 3000)], { deck: 8 });

  test("everything moves at once and briefly", () => {
    const { tracks, totalMs, signals } = plan(before, after);
    expect(tracks).toHaveLength(2);
    expect(totalMs).toBeLessThan(500);
    expect(signals).toEqual([]);
  });

  test("nothing takes time if nothing changed", () => {
    expect(plan(before, before)).toEqual({ totalMs: 0, tracks: [], signals: [], shakes: [], dust: [] });
  });
});

describe("cues", () => {
  test("cards come one after the other, in the order of the events", () => {
    const before = layout([], { deck: 9 });
    const after = layout([lies("9C", "column", 2060), lies("5S", "column", 2000)], { deck: 7 });
    const cues: Cue[] = ["5S", "9C"].map((card) => ({ card, from: "deck", via: "column", ms: SHOW_MS }));
    const { tracks, totalMs } = plan(before, after, cues);
    expect([trackOf(tracks, "5S").appears, trackOf(tracks, "9C").appears]).toEqual([0, SHOW_MS]);
    expect(trackOf(tracks, "5S").lands).toBeLessThan(trackOf(tracks, "9C").appears);
    expect(totalMs).toBe(2 * SHOW_MS);
  });

  test("a card is shown on its way and moves on with its second cue", () => {
    const before = layout([], { deck: 9 });
    const after = layout([lies("JS", "hand", 3000)], { deck: 8 });
    const cues: Cue[] = [
      { card: "JS", from: "deck", via: "column", ms: SHOW_MS },
      { card: "JS", ms: MOVE_MS },
    ];
    expect(lefts(trackOf(plan(before, after, cues).tracks, "JS"))).toEqual([0, 0, 2000, 2000, 3000]);
  });

  test("a card that no view shows passes and leaves with the rest", () => {
    const before = layout([lies("5S", "column", 2000)], { deck: 9, "turn-1": 0 });
    const after = layout([], { deck: 8, "turn-1": 2 });
    const cues: Cue[] = [
      { card: "3S", from: "deck", via: "column", ms: SHOW_MS },
      { ms: 500 },
      { rest: true, ms: MOVE_MS },
    ];
    const { tracks } = plan(before, after, cues);
    const [passing, leaving] = [trackOf(tracks, "3S"), trackOf(tracks, "5S")];
    expect(lefts(passing).at(2)).toBeGreaterThanOrEqual(2000);
    expect(passing.stops.map(({ isUp }) => isUp)).toEqual([false, false, true, true, false]);
    expect([passing, leaving].map(({ stops }) => stops.at(-2)?.at)).toEqual(
      expect.arrayContaining([SHOW_MS + 500, SHOW_MS + 500 + 45]),
    );
    expect(lefts(passing).at(-1)).toBe(4000);
    expect(leaving.appears).toBe(0);
  });

  test("a cue without a card moves what leaves its place", () => {
    const [before, after] = [layout([], { deck: 9, "seat:1": 4 }), layout([], { deck: 8, "seat:1": 5 })];
    const { tracks } = plan(before, after, [{ ms: 700 }, { from: "deck", to: "seat:1", ms: 100 }]);
    expect(trackOf(tracks, null).appears).toBe(700);
  });

  test("other cards make room when a card comes to their place", () => {
    const before = layout([lies("5S", "hand", 3000)], { deck: 9 });
    const after = layout([lies("9C", "hand", 3000), lies("5S", "hand", 3060)], { deck: 8 });
    const { tracks } = plan(before, after, [{ ms: 1000 }, { card: "9C", from: "deck", ms: SHOW_MS }]);
    expect(trackOf(tracks, "5S").stops[0]?.at).toBe(1000);
  });

  test("a covered card stays until the next one lies on it", () => {
    const before = layout([lies("5S", "discards", 1000)], { discards: 1, "seat:1": 4 });
    const after = layout([lies("9C", "discards", 1000)], { discards: 2, "seat:1": 3 });
    const { tracks } = plan(before, after, [{ card: "9C", from: "seat:1" }]);
    expect(trackOf(tracks, "5S").lands).toBe(trackOf(tracks, "9C").lands);
  });

  test("a lunge strikes before the card goes to its end, and its target shakes", () => {
    const before = layout([lies("7D", "passage:1:1", 6000), lies("9C", "hand", 3000)], { discards: 0 });
    const after = layout([lies("7D", "passage:1:1", 6000)], { discards: 1 });
    const cues: Cue[] = [{ card: "9C", via: "passage:1:1", style: "lunge", shake: "dungeon:1", to: "discards" }];
    const { tracks, shakes } = plan(before, after, cues);
    const strike = trackOf(tracks, "9C").stops.find(({ box }) => box.left === 6000);
    expect(shakes).toEqual([{ at: strike?.at, place: "dungeon:1" }]);
    expect(lefts(trackOf(tracks, "9C")).at(-1)).toBe(1000);
  });

  test("a card that falls fades in a cloud of dust", () => {
    const before = layout([lies("7D", "passage:1:1", 6000)], { discards: 0 });
    const { tracks, dust } = plan(before, layout([], { discards: 1 }), [{ from: "passage:1:1", style: "fall" }]);
    expect(trackOf(tracks, "7D").stops.at(-1)?.opacity).toBe(0);
    expect(dust).toEqual([{ at: 0, box: boxAt(6000) }]);
  });

  test("marks and sounds come at the time of their cues", () => {
    const same = layout([]);
    const { signals, totalMs } = plan(same, same, [
      { sound: "card", ms: 200 },
      { mark: "won", sound: "bell", ms: 300 },
    ]);
    expect(signals).toEqual([
      { at: 0, mark: undefined, sound: "card" },
      { at: 200, mark: "won", sound: "bell" },
    ]);
    expect(totalMs).toBe(500);
  });

  test("sounds alone take no time", () => {
    expect(plan(layout([]), layout([]), [{ sound: "card" }]).totalMs).toBe(0);
  });

  test("a way over a place that isn't there is left out", () => {
    const [before, after] = [layout([], { deck: 9 }), layout([lies("JS", "hand", 3000)], { deck: 8 })];
    expect(lefts(trackOf(plan(before, after, [{ card: "JS", via: "nowhere" }]).tracks, "JS"))).toEqual([0, 0, 3000]);
  });
});

describe("the total time", () => {
  const before = layout([], { deck: 40 });
  const cards = Array.from({ length: 12 }, (_, index) => `${index}X`);
  const after = layout(
    cards.map((card, index) => lies(card, "column", 2000 + index)),
    { deck: 28 },
  );
  const cues: Cue[] = cards.map((card) => ({ card, from: "deck", sound: "card", ms: SHOW_MS }));

  test("a long sequence is played faster", () => {
    const { totalMs, tracks, signals } = plan(before, after, cues);
    expect(totalMs).toBeCloseTo(3600);
    expect(Math.max(...tracks.map(({ lands }) => lands))).toBeLessThanOrEqual(totalMs);
    expect(signals.map(({ at }) => Math.round(at))).toEqual(cards.map((_, index) => 300 * index));
  });

  test("the player's speed multiplies it", () => {
    const speeds = (["fast", "normal", "slow"] as const).map(
      (speed) => plan(before, after, cues.slice(0, 1), speed).totalMs,
    );
    expect(speeds).toEqual([...speeds].sort((one, other) => one - other));
    expect(new Set(speeds).size).toBe(3);
    expect(paceOf(100, "normal")).toBe(1);
  });
});

describe("keyframes", () => {
  const [before, after] = [
    layout([lies("5S", "hand", 3000)], { deck: 9 }),
    layout([lies("9C", "hand", 3000), lies("5S", "hand", 3060)], { deck: 8 }),
  ];
  const { tracks, totalMs } = plan(before, after, [{ ms: 600 }, { card: "9C", from: "deck", ms: SHOW_MS }]);

  test("a flying card is out of sight before it starts and once it has landed", () => {
    const frames = flightFrames(trackOf(tracks, "9C"), totalMs);
    expect(frames.map(({ offset }) => offset as number)).toEqual(
      frames.map(({ offset }) => offset as number).sort((a, b) => a - b),
    );
    expect([frames[0]?.opacity, frames.at(-1)?.opacity]).toEqual([0, 0]);
    expect([frames[0]?.offset, frames.at(-1)?.offset]).toEqual([0, 1]);
    expect(frames.some(({ opacity }) => opacity === 1)).toBe(true);
  });

  test("a card from the deck is turned over on its way", () => {
    const turns = flipFrames(trackOf(tracks, "9C"), totalMs).map(({ transform }) => transform);
    expect([turns[0], turns.at(-1)]).toEqual(["rotateY(180deg)", "rotateY(0deg)"]);
  });

  test("a card that lies face up all the time isn't turned over", () => {
    expect(flipFrames(trackOf(tracks, "5S"), totalMs)).toEqual([]);
  });

  test("a card that makes room starts where it was", () => {
    const frames = shiftFrames(trackOf(tracks, "5S"));
    expect(frames[0]?.transform).toContain("translate(-60px, 0px)");
    expect(frames.at(-1)?.transform).toBe("none");
  });
});
