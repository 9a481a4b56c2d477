import { expect, test } from "vitest";
import { hiddenSides } from "./scroll_cue";

test.each([
  [0, 300, 300, false, false],
  [0, 300.4, 300, false, false],
  [0, 500, 300, false, true],
  [80, 500, 300, true, true],
  [200, 500, 300, true, false],
])("scrolled by %i, with %i of %i pixels, more is hidden: before %s, after %s", (left, all, shown, start, end) => {
  expect(hiddenSides({ scrollLeft: left, scrollWidth: all, clientWidth: shown })).toEqual({ start, end });
});
