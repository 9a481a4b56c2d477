import { beforeAll, expect, test, vi } from "vitest";
import type { Calendar } from "../../core/protocol";
import { loadLanguage, say } from "../../core/words.svelte";
import { describeToday } from "./today";

vi.hoisted(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
});
beforeAll(() => loadLanguage("en"));

const calendar = (streak: number, ...days: Partial<Calendar["days"][number]>[]): Calendar => ({
  today: "2026-11-17",
  days: days as Calendar["days"],
  streak,
  longest_streak: streak,
});
const TODAY = {
  day: "2026-11-17",
  status: "over",
  standing: "ranked",
  outcome: "escaped",
  kings: 3,
  points: 47,
} as const;

test("without a profile the daily is described in general", () => {
  expect(describeToday(null)).toEqual({ texts: [say("home.daily_line")], isOpen: true });
});

test("a day that wasn't played yet is open, and the streak is at stake", () => {
  expect(describeToday(calendar(4, { ...TODAY, day: "2026-11-16" }))).toEqual({
    texts: [say("home.daily_todo"), say("home.daily_streak", { n: 4 })],
    isOpen: true,
  });
});

test("a running attempt is open, and a finished one shows its score", () => {
  expect(describeToday(calendar(1, { ...TODAY, status: "running" })).isOpen).toBe(true);
  expect(describeToday(calendar(1, TODAY))).toEqual({
    texts: [say("home.daily_done", { score: "3/47" })],
    isOpen: false,
  });
});
