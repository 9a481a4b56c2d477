import { expect, test } from "vitest";
import type { EventShown } from "../../core/protocol";
import { cuesOf } from "./emphasis";

const events = (...all: Partial<EventShown>[]) => all as EventShown[];
const NO_CARDS = { column: [] as string[] };

test("a torch is shown before it goes to the torches", () => {
  const cues = cuesOf(events({ event: "delved", turn: 3 }, { event: "torch_burnt", card: "AD", n: 1 }), NO_CARDS);
  expect(cues.map(({ card, via, mark }) => ({ card, via, mark }))).toEqual([
    { card: "AD", via: "column", mark: undefined },
    { card: "AD", via: undefined, mark: { kind: "torch" } },
  ]);
});

test("a wound says how many hit points are left", () => {
  const [, , wound] = cuesOf(
    events({ event: "blow_struck", card: "3S", damage: 2 }, { event: "wounded", damage: 2, hp: 7 }),
    NO_CARDS,
  );
  expect(wound?.mark).toEqual({ kind: "wounded", n: 2, hitPoints: 7 });
});

test("the rest of a turn leaves when the turn ends", () => {
  const cues = cuesOf(events({ event: "won_by_favor", card: "QC" }, { event: "turn_won", turn: 2 }), NO_CARDS);
  expect(cues.map(({ rest }) => rest)).toEqual([undefined, true]);
});

test("only a second queen in a turn gets a mark", () => {
  const queens = events({ event: "favor_shown", card: "QC" }, { event: "favor_shown", card: "QH" });
  expect(cuesOf(queens, NO_CARDS).map(({ mark }) => mark)).toEqual([undefined, { kind: "favor_again" }]);
  expect(cuesOf(queens.slice(0, 1), { column: ["QS"] })[0]?.mark).toEqual({ kind: "favor_again" });
});

test("a discarded card goes to the discards", () => {
  expect(cuesOf(events({ event: "discarded", card: "4C" }), NO_CARDS).at(-1)?.to).toBe("discards");
});

test("events without emphasis have no cues", () => {
  expect(cuesOf(events({ event: "walked_out" }), NO_CARDS)).toEqual([]);
});
