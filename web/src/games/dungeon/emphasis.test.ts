import { expect, test } from "vitest";
import type { DungeonShown, EventShown } from "../../core/protocol";
import { cuesOf } from "./emphasis";

const events = (...all: Partial<EventShown>[]) => all as EventShown[];
/** A view of seat 0, with so many passages in each dungeon. */
const view = (...passages: number[]) =>
  ({
    seat: 0,
    players: passages.map((length) => ({ dungeon: Array.from({ length }, () => ({})) })),
  }) as unknown as DungeonShown;
const TWO = view(0, 2);

test("an opponent's cards come from the seat, one's own from the hand", () => {
  const cues = cuesOf(events({ event: "dug", seat: 0, card: "9S" }, { event: "dug", seat: 1, card: "8S" }), TWO, TWO);
  expect(cues.map(({ from }) => from)).toEqual(["hand", "seat:1"]);
});

test("an attack strikes at the front, or at the cell of a player without passages", () => {
  const attack = (target: number) => cuesOf(events({ event: "attacked", seat: 0, target, card: "JS" }), TWO, TWO)[0];
  expect(attack(1)).toMatchObject({ via: "passage:1:2", style: "lunge", shake: "dungeon:1" });
  expect(attack(0)?.via).toBe("cell:0");
});

test("a cave-in strikes, then the front falls", () => {
  const cues = cuesOf(events({ event: "caved_in", seat: 0, target: 1, card: "9C" }), TWO, view(0, 1));
  expect(cues.map(({ style }) => style)).toEqual(["lunge", "fall"]);
  expect(cues[1]?.from).toBe("passage:1:2");
});

test("all passages of a dungeon that is lost fall", () => {
  const cues = cuesOf(events({ event: "dungeon_lost", seat: 1 }), TWO, view(0, 0));
  expect(cues.filter(({ style }) => style === "fall").map(({ from }) => from)).toEqual(["passage:1:1", "passage:1:2"]);
});

test("a hidden card is dug at the new passage", () => {
  const [cue] = cuesOf(events({ event: "dug_hidden", seat: 1 }), TWO, view(0, 3));
  expect(cue).toMatchObject({ from: "seat:1", to: "passage:1:3" });
});

test("one's own draws are named card by card", () => {
  const drawn = events(
    { event: "drew", seat: 0, n: 1 },
    { event: "drew_card", seat: 0, card: "5H" },
    { event: "drew", seat: 1, n: 1 },
  );
  expect(cuesOf(drawn, TWO, TWO).map(({ card, from, to }) => ({ card, from, to }))).toEqual([
    { card: "5H", from: "deck", to: undefined },
    { card: undefined, from: "deck", to: "seat:1" },
  ]);
});
