import { expect, test } from "vitest";
import { VIEWS } from "./recorded_views";
import { opponentsOf } from "./seating";

const { players } = VIEWS.turn;
const seatsOf = (seat: number | null) => opponentsOf({ players, seat }).map((player) => player.seat);

test("opponents follow from the next seat on", () => {
  expect([0, 1, 2].map(seatsOf)).toEqual([
    [1, 2],
    [2, 0],
    [0, 1],
  ]);
});

test("a spectator sees all players", () => {
  expect(seatsOf(null)).toEqual([0, 1, 2]);
});
