import { beforeEach, describe, expect, test, vi } from "vitest";
import type { EventShown } from "../../core/protocol";
import { play } from "../../core/sound";
import { Feed } from "./feed.svelte";
import { VIEWS } from "./recorded_views";

vi.mock("../../core/sound", () => ({ play: vi.fn() }));
beforeEach(() => vi.mocked(play).mockClear());

const view = VIEWS.turn;
const updateOf = (number: number, events: EventShown[], story: string[]) => ({ number, view, events, story });

test("the first update is a game loaded again: its end is shown without a sound", () => {
  const feed = new Feed();
  feed.add(updateOf(1, [{ event: "dug", seat: 0, card: "9S" }], ["One.", "Two.", "Three."]));
  expect(feed.highlight?.icon).toBe("war-pick");
  expect(feed.headline).toEqual(["Two.", "Three."]);
  expect(play).not.toHaveBeenCalled();
});

test("a new update takes the place of the older one, and is heard", () => {
  const feed = new Feed();
  feed.add(updateOf(1, [], ["Before."]));
  feed.add(updateOf(2, [{ event: "dug", seat: 0, card: "9S" }], ["One.", "Two."]));
  expect(feed.headline).toEqual(["One.", "Two."]);
  expect(play).toHaveBeenCalledExactlyOnceWith("card");
});

test("after a jump in a replay only its own sentences are shown", () => {
  const feed = new Feed();
  feed.add(updateOf(1, [], ["Before."]));
  feed.add(updateOf(2, [{ event: "dug", seat: 0, card: "9S" }], ["One."]));
  feed.add({ ...updateOf(3, [], ["There."]), isJump: true });
  expect([feed.highlight, feed.headline]).toEqual([null, ["There."]]);
  feed.add({ ...updateOf(4, [], []), isJump: true });
  expect(feed.headline).toEqual([]);
});

test("an update is added once", () => {
  const feed = new Feed();
  expect(feed.add(updateOf(1, [], ["Once."]))).toBe(true);
  expect(feed.add(updateOf(1, [], ["Once."]))).toBe(false);
});

test("revealed cards stay until others are revealed", () => {
  const feed = new Feed();
  feed.add(updateOf(1, [], []));
  feed.add(updateOf(2, [{ event: "hand_shown", seat: 1, card: "7S" }], ["It was a lie.", "The hand is lost."]));
  feed.add(updateOf(3, [{ event: "drew", seat: 1 }], ["A card is drawn."]));
  expect(feed.verdict).toBe("It was a lie. The hand is lost.");
  expect(feed.reveals).toEqual([{ seat: 1, kind: "hand", cards: [{ code: "7S", value: null }] }]);
});

test("revealed cards are gone after some turns", () => {
  const feed = new Feed();
  const shown: EventShown[] = [{ event: "hand_shown", seat: 1, card: "7S" }];
  feed.add(updateOf(1, [], []));
  feed.add(updateOf(2, shown, ["It was a lie."]));
  const left = [1, 2, 3].map((turns) => {
    feed.add({ ...updateOf(2 + turns, [], []), view: { ...view, turn: view.turn + turns } });
    return feed.reveals.length;
  });
  expect(left).toEqual([1, 1, 0]);
});

describe("revealed cards make room for a decision of the viewer's", () => {
  const shown: EventShown[] = [{ event: "hand_shown", seat: 1, card: "7S" }];
  const waiting = { ...view, waiting: [] };
  const feedAfter = (...views: (typeof view)[]) => {
    const feed = new Feed();
    feed.add(updateOf(1, [], []));
    for (const [index, each] of views.entries())
      feed.add({ ...updateOf(index + 2, index ? [] : shown, []), view: each });
    return feed;
  };

  test("at once, or as soon as it comes, and stay small after it", () => {
    expect(feedAfter(waiting).isStrip).toBe(false);
    expect(feedAfter(view).isStrip).toBe(true);
    expect(feedAfter(waiting, view, waiting).isStrip).toBe(true);
    expect(feedAfter(waiting, view).reveals).toHaveLength(1);
  });

  test("but the next ones are shown whole", () => {
    const feed = feedAfter(view);
    feed.add({ ...updateOf(9, shown, []), view: waiting });
    expect(feed.isStrip).toBe(false);
  });
});

test("another player's victory sounds like a defeat", () => {
  const feed = new Feed();
  feed.add(updateOf(1, [], []));
  feed.add({ ...updateOf(2, [{ event: "escaped", seat: 0 }], []), view: { ...view, winner: 0 } });
  expect(play).toHaveBeenCalledExactlyOnceWith("lose");
});
