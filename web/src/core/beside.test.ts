import { expect, test } from "vitest";
import { type Box, placeBeside, placeClear, type Size } from "./beside";

const WINDOW = { width: 400, height: 600 };
const SIZE = { width: 200, height: 100 };

const isApart = (anchor: Box, { left, top }: { left: number; top: number }, { width, height }: Size) =>
  left + width <= anchor.left ||
  left >= anchor.left + anchor.width ||
  top + height <= anchor.top ||
  top >= anchor.top + anchor.height;

test("a popover stands above a card in the middle, centred", () => {
  const anchor = { left: 170, top: 300, width: 60, height: 85 };
  expect(placeBeside(anchor, SIZE, WINDOW)).toEqual({ left: 100, top: 192, side: "above" });
});

test("it stands below a card at the top, and stays inside the window at its edge", () => {
  const anchor = { left: 0, top: 10, width: 60, height: 85 };
  expect(placeBeside(anchor, SIZE, WINDOW)).toEqual({ left: 8, top: 103, side: "below" });
});

test("in a low window it stands beside the card", () => {
  const low = { width: 844, height: 160 };
  expect(placeBeside({ left: 400, top: 40, width: 60, height: 85 }, SIZE, low).side).toBe("right");
  expect(placeBeside({ left: 700, top: 40, width: 60, height: 85 }, SIZE, low).side).toBe("left");
});

test("it never covers the card, wherever the card lies", () => {
  for (let left = 0; left <= 340; left += 20)
    for (let top = 0; top <= 515; top += 5) {
      const anchor = { left, top, width: 60, height: 85 };
      expect(isApart(anchor, placeBeside(anchor, SIZE, WINDOW), SIZE)).toBe(true);
    }
});

test("a tip covers neither the card that it is about nor the moves", () => {
  const hand = { left: 0, top: 500, width: 400, height: 100 };
  const card = { left: 20, top: 510, width: 60, height: 85 };
  const moves = { left: 0, top: 380, width: 400, height: 110 };
  const place = placeClear(card, SIZE, WINDOW, [hand, moves]);
  expect(place).toEqual({ left: 8, top: 272 });
});

test("without a free place there is none", () => {
  const everything = { left: 0, top: 0, width: 400, height: 600 };
  expect(placeClear({ left: 20, top: 20, width: 60, height: 85 }, SIZE, WINDOW, [everything])).toBeNull();
});
