import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";

let filter: import("./filter_state.svelte").FilterState;
beforeEach(async () => {
  fakeBrowser();
  filter = new (await import("./filter_state.svelte")).FilterState();
});

test("a field changes alone", () => {
  filter.change({ game: "dungeon", period: "2026" });
  filter.change({ opponent: "bot:careful" });
  expect(filter.current).toEqual({ game: "dungeon", house: null, period: "2026", opponent: "bot:careful" });
});

test("another game has other house rules and opponents, but the same months", () => {
  filter.change({ game: "dungeon", house: "", period: "2026", opponent: "bot:careful" });
  filter.change({ game: "tomb" });
  expect(filter.current).toEqual({ game: "tomb", house: null, period: "2026", opponent: "" });
  filter.change({ house: "" });
  filter.change({ game: "tomb" });
  expect(filter.current.house).toBe("");
});

test("a reset keeps the game", () => {
  filter.change({ game: "tomb", house: "", period: "2026" });
  filter.reset();
  expect(filter.current).toEqual({ game: "tomb", house: null, period: "", opponent: "" });
});
