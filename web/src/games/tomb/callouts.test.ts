import { describe, expect, test } from "vitest";
import type { EventShown, TombShown } from "../../core/protocol";
import { calloutFor, TOPICS } from "./callouts";
import { viewOf } from "./recorded_views";
import recorded from "./recorded_views.json";

const SITUATION = Object.keys(recorded)[0] as keyof typeof recorded;
const view = (parts: Partial<TombShown>): TombShown => ({
  ...viewOf(SITUATION),
  hand: [],
  torches: [],
  legal: [],
  turn: 3,
  ...parts,
});
const RETREAT = { text: "retreat", verb: "retreat", label: "retreat" } as TombShown["legal"][number];

describe("a tip", () => {
  test.each([
    ["skill", { hand: ["8D", "JS"] }, '[data-card="JS"]'],
    ["torch", { torches: ["AD", "AH"] }, '[data-card="AH"]'],
    ["scroll", { hand: ["Jk"] }, '[data-card="Jk"]'],
    ["turning", { legal: [RETREAT] }, '[data-move="retreat"]'],
  ])("on a %s stands next to it", (topic, parts, anchor) => {
    expect(calloutFor(view(parts), [], [])).toMatchObject({ topic, anchor });
  });

  test("on a queen stands next to the turn that she has won", () => {
    const events = [{ event: "favor_shown", card: "QH" }] as EventShown[];
    expect(calloutFor(view({ turn: 3 }), events, [])).toMatchObject({
      topic: "queen",
      anchor: '[data-place="turn-3"]',
    });
  });

  test("is shown once", () => {
    const both = view({ hand: ["JS"], torches: ["AD"] });
    expect(calloutFor(both, [], ["skill"])?.topic).toBe("torch");
    expect(calloutFor(both, [], [...TOPICS])).toBeNull();
  });

  test("on turning back counts the turns, and waits for the second turn", () => {
    expect(calloutFor(view({ legal: [RETREAT], turn: 4, turns_left: 3 }), [], [])?.params).toEqual({ n: 4, back: 3 });
    expect(calloutFor(view({ legal: [RETREAT], turn: 1 }), [], [])).toBeNull();
  });

  test("is not needed if nothing new is there", () => expect(calloutFor(view({ hand: ["8D"] }), [], [])).toBeNull());
});
