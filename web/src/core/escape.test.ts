import { expect, test, vi } from "vitest";
import { closeLast, pushEscape } from "./escape";

test("Escape closes what was opened last, one thing at a time", () => {
  const closed: string[] = [];
  const open = (name: string) => {
    const remove = pushEscape(() => {
      closed.push(name);
      remove();
    });
  };
  open("drawer");
  open("menu");
  expect([closeLast(), closeLast(), closeLast()]).toEqual([true, true, false]);
  expect(closed).toEqual(["menu", "drawer"]);
});

test("what was closed in another way is left alone", () => {
  const close = vi.fn();
  pushEscape(close)();
  expect(closeLast()).toBe(false);
  expect(close).not.toHaveBeenCalled();
});
