import { describe, expect, test, vi } from "vitest";
import { numberShortcuts, runShortcut } from "./keyboard";

/** An element that lies inside an element of the given kind. */
const inside = (name: string) =>
  ({ closest: (selector: string) => (selector.split(", ").includes(name) ? {} : null) }) as unknown as EventTarget;

function press(key: string, details: object = {}) {
  const preventDefault = vi.fn();
  return {
    key,
    repeat: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    target: inside("main"),
    preventDefault,
    ...details,
  };
}

function isRun(key: string, details: object = {}): boolean {
  const action = vi.fn();
  runShortcut(press(key, details), { [key]: action });
  return action.mock.calls.length === 1;
}

describe("a shortcut", () => {
  test("runs its action and keeps the browser from using the key", () => {
    const action = vi.fn();
    const event = press("Home");
    runShortcut(event, { Home: action });
    expect(action).toHaveBeenCalledOnce();
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test("leaves keys without an action to the browser", () => {
    const event = press("End");
    runShortcut(event, { Home: vi.fn() });
    expect(event.preventDefault).not.toHaveBeenCalled();
  });

  test.each(["input", "textarea", "select", "[contenteditable]", "dialog"])("is ignored inside %s", (name) => {
    expect(isRun("1", { target: inside(name) })).toBe(false);
  });

  test.each(["ctrlKey", "metaKey", "altKey"])("is ignored with %s, which belongs to the browser", (modifier) => {
    expect(isRun("1", { [modifier]: true })).toBe(false);
  });

  test("works with shift, which some keyboards need for a number", () => {
    expect(isRun("1", { shiftKey: true })).toBe(true);
  });

  test.each(["Enter", " "])("leaves %j to a focused button, which it presses", (key) => {
    expect(isRun(key, { target: inside("button") })).toBe(false);
    expect(isRun(key)).toBe(true);
  });

  test("works on a focused button if the button doesn't use the key", () => {
    expect(isRun("2", { target: inside("button") })).toBe(true);
  });

  test("repeats only for arrows while the key is held down", () => {
    expect(isRun("ArrowRight", { repeat: true })).toBe(true);
    expect(isRun("1", { repeat: true })).toBe(false);
  });

  test("works when nothing has the focus", () => {
    expect(isRun("Escape", { target: null })).toBe(true);
  });

  test("is never a property that every object has", () => {
    expect(() => runShortcut(press("toString"), {})).not.toThrow();
  });
});

describe("number keys", () => {
  test("choose by position, counted from 1", () => {
    const choose = vi.fn();
    runShortcut(press("2"), numberShortcuts(["draw", "dodge", "suffer"], choose));
    expect(choose).toHaveBeenCalledExactlyOnceWith("dodge");
  });

  test("do nothing beyond the last choice", () => {
    const choose = vi.fn();
    runShortcut(press("3"), numberShortcuts(["draw", "dodge"], choose));
    expect(choose).not.toHaveBeenCalled();
  });

  test("reach the first nine of many choices", () => {
    expect(Object.keys(numberShortcuts(Array.from({ length: 12 }), vi.fn()))).toHaveLength(9);
  });
});
