import { describe, expect, test } from "vitest";
import { type Box, distanceTo, findTarget, isDragging, isPastThreshold, SLACK_PX, THRESHOLD_PX } from "./drag_target";

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const START = { x: 100, y: 100 };

test("a press that trembles is not a drag", () => {
  expect(isPastThreshold(START, { x: 100 + THRESHOLD_PX - 1, y: 100 })).toBe(false);
  expect(isPastThreshold(START, { x: 100, y: 100 - THRESHOLD_PX })).toBe(true);
});

describe("a finger", () => {
  const sideways = { x: 140, y: 110 };
  const upwards = { x: 110, y: 60 };

  test("scrolls a list that scrolls sideways", () => expect(isDragging(START, sideways, "vertical")).toBe(false));
  test("lifts a card out of it", () => expect(isDragging(START, upwards, "vertical")).toBe(true));
  test("drags anywhere else in any direction", () => expect(isDragging(START, sideways, "any")).toBe(true));
});

test("the distance is 0 inside a box and to its nearest edge outside", () => {
  expect(distanceTo({ x: 15, y: 15 }, box(10, 10, 10, 10))).toBe(0);
  expect(distanceTo({ x: 5, y: 15 }, box(10, 10, 10, 10))).toBe(5);
  expect(distanceTo({ x: 23, y: 24 }, box(10, 10, 10, 10))).toBe(5);
});

describe("the target of a drop", () => {
  const table = ["table", box(0, 0, 500, 500)] as const;
  const card = ["card", box(100, 100, 50, 70)] as const;

  test("is the one around the pointer", () => {
    expect(findTarget({ x: 400, y: 400 }, [table, card])).toBe("table");
  });

  test("is the smaller one of two around it", () => {
    expect(findTarget({ x: 120, y: 120 }, [table, card])).toBe("card");
  });

  test("may be missed by a little", () => {
    expect(findTarget({ x: 100 - SLACK_PX, y: 120 }, [card])).toBe("card");
    expect(findTarget({ x: 99 - SLACK_PX, y: 120 }, [card])).toBeNull();
  });

  test("is the nearest one if several are missed", () => {
    const other = ["other", box(170, 100, 50, 70)] as const;
    expect(findTarget({ x: 156, y: 120 }, [card, other])).toBe("card");
    expect(findTarget({ x: 164, y: 120 }, [card, other])).toBe("other");
  });
});
