import { describe, expect, test } from "vitest";
import { cuesOf } from "./emphasis";

const EMPTY = { column: [] };
const marksOf = (...args: Parameters<typeof cuesOf>) =>
  cuesOf(...args).flatMap(({ mark }) => (mark ? [mark.kind] : []));

test("a drawn card is shown in the column before it goes on", () => {
  const [shown, taken] = cuesOf([{ event: "skill_gained", card: "JS" }], EMPTY);
  expect(shown).toMatchObject({ card: "JS", from: "deck", via: "column" });
  expect(taken).toMatchObject({ card: "JS", sound: "coin" });
});

test("§8.1 a blow and a wound say how much they take", () => {
  const blow = cuesOf([{ event: "blow_struck", card: "2D", damage: 4 }], EMPTY);
  expect(blow.at(-1)?.mark).toEqual({ kind: "blow", n: 4 });
  const wound = cuesOf([{ event: "wounded", damage: 4, hp: 5 }], EMPTY);
  expect(wound).toMatchObject([{ mark: { kind: "wounded", n: 4, hitPoints: 5 } }]);
});

test("§6.3 the cards that a door costs go to the discards one by one", () => {
  const lost = ["3C", "9S"].map((card) => ({ event: "discarded", card }));
  expect(cuesOf(lost, EMPTY).flatMap(({ card, to }) => (to ? [`${card} ${to}`] : []))).toEqual([
    "3C discards",
    "9S discards",
  ]);
});

describe("a second queen in a turn", () => {
  const queen = (card: string) => ({ event: "favor_shown", card });

  test("gets a mark of its own", () => {
    expect(marksOf([queen("QS")], EMPTY)).toEqual([]);
    expect(marksOf([queen("QS"), queen("QD")], EMPTY)).toEqual(["favor_again"]);
  });

  test("is known as the second one after a pause between two updates", () => {
    expect(marksOf([queen("QD")], { column: ["QS"] })).toEqual(["favor_again"]);
  });
});

test("the end of a turn removes the last mark", () => {
  for (const event of ["turn_won", "turn_lost", "turn_fled"])
    expect(cuesOf([{ event }], EMPTY)).toMatchObject([{ mark: null }]);
});

test("an event that nothing emphasizes has no cue", () => {
  expect(cuesOf([{ event: "escaped" }, { event: "unheard_of" }], EMPTY)).toEqual([]);
});
