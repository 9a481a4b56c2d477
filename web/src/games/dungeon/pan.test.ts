import { expect, test } from "vitest";
import { beyond } from "./pan";

const SMALL = { clientWidth: 100, clientHeight: 50, scrollWidth: 100, scrollHeight: 50, scrollLeft: 0, scrollTop: 0 };

test("a region that fits goes on nowhere", () => {
  expect(beyond(SMALL)).toEqual({ left: false, right: false, up: false, down: false });
});

test("a larger region goes on where it isn't seen", () => {
  const large = { ...SMALL, scrollWidth: 300, scrollHeight: 200 };
  expect(beyond(large)).toEqual({ left: false, right: true, up: false, down: true });
  expect(beyond({ ...large, scrollLeft: 200, scrollTop: 80 })).toEqual({
    left: true,
    right: false,
    up: true,
    down: true,
  });
});
