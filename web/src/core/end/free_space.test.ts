import { expect, test } from "vitest";
import { type Area, freeSpace } from "./free_space";

const area = (left: number, top: number, right: number, bottom: number): Area => ({ left, top, right, bottom });
const DESK = area(0, 110, 1440, 900);
const HAND = area(200, 740, 1200, 890);
const WANTED = { width: 420, height: 500 };

test("the board stands at the right, above the hand", () => {
  const free = freeSpace(DESK, [[HAND]], WANTED);
  expect(free.right).toBe(1440);
  expect(free.bottom).toBeLessThanOrEqual(740);
  expect(free.bottom - free.top).toBeGreaterThanOrEqual(500);
});

test("the board stands on the side on which the column doesn't lie", () => {
  const column = area(700, 300, 1300, 600);
  const free = freeSpace(DESK, [[HAND], [column]], WANTED);
  expect(free.right).toBeLessThanOrEqual(700);
  expect(free.right - free.left).toBeGreaterThanOrEqual(420);
});

test("a phone gives up the column, but never the hand", () => {
  const phone = area(0, 100, 390, 844);
  const [hand, column] = [area(0, 700, 390, 844), area(10, 300, 380, 500)];
  expect(freeSpace(phone, [[hand], [column]], { width: 380, height: 420 })).toEqual(area(0, 100, 390, 700));
});

test("where hardly anything of the board would fit, it covers the hand", () => {
  const tiny = area(0, 100, 300, 300);
  expect(freeSpace(tiny, [[area(0, 150, 300, 300)]], { width: 300, height: 300 })).toEqual(tiny);
});

test("without anything to keep visible the board has the whole room", () => {
  expect(freeSpace(DESK, [], WANTED)).toEqual(DESK);
  expect(freeSpace(DESK, [[], []], WANTED)).toEqual(DESK);
});

test("boxes outside of the room take nothing away", () => {
  expect(freeSpace(DESK, [[area(0, 1000, 1440, 1100)]], WANTED)).toEqual(DESK);
});
