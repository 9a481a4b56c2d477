import { beforeEach, expect, test, vi } from "vitest";
import { pollWhileVisible } from "./poll";

const PAUSE_MS = 1000;
const page = { hidden: false, listeners: new Set<() => void>() };

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  page.listeners.clear();
  vi.stubGlobal("document", {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, listener: () => void) => page.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => page.listeners.delete(listener),
  });
});
function show(isVisible: boolean) {
  page.hidden = !isVisible;
  for (const listener of page.listeners) listener();
}

test("a task runs at once, and again after each pause", async () => {
  const task = vi.fn(async () => true);
  pollWhileVisible(task, PAUSE_MS);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3 * PAUSE_MS);
  expect(task).toHaveBeenCalledTimes(4);
});

test("a hidden page pauses the task, and a visible one resumes it at once", async () => {
  const task = vi.fn(async () => true);
  pollWhileVisible(task, PAUSE_MS);
  show(false);
  await vi.advanceTimersByTimeAsync(5 * PAUSE_MS);
  expect(task).toHaveBeenCalledTimes(1);
  show(true);
  expect(task).toHaveBeenCalledTimes(2);
});

test("a task that returns false, or that was stopped, isn't repeated", async () => {
  const once = vi.fn(async () => false);
  pollWhileVisible(once, PAUSE_MS);
  const stopped = vi.fn(async () => true);
  pollWhileVisible(stopped, PAUSE_MS)();
  await vi.advanceTimersByTimeAsync(3 * PAUSE_MS);
  show(true);
  expect(once).toHaveBeenCalledTimes(1);
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(page.listeners.size).toBe(0);
});

test("a slow task doesn't overlap itself", async () => {
  const task = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 5 * PAUSE_MS)));
  pollWhileVisible(task, PAUSE_MS);
  show(true);
  await vi.advanceTimersByTimeAsync(4 * PAUSE_MS);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
  expect(task).toHaveBeenCalledTimes(2);
});
