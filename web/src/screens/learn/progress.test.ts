import { beforeEach, expect, test } from "vitest";
import { type FakeBrowser, fakeBrowser } from "../../core/fake_browser";
import { clearProgress, loadProgress, saveProgress } from "./progress";

let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser();
});

test("progress is stored for each game", () => {
  saveProgress("tomb", { at: 3, all: 9 });
  expect(loadProgress("tomb")).toEqual({ at: 3, all: 9 });
  expect(loadProgress("dungeon")).toBeNull();
  clearProgress("tomb");
  expect(loadProgress("tomb")).toBeNull();
});

test.each(["{broken", "null", "7", '{"at": "3", "all": 9}', '{"at": 3}'])("stored %s is no progress", (stored) => {
  browser.storage.set("underdeck.lesson.tomb", stored);
  expect(loadProgress("tomb")).toBeNull();
});
