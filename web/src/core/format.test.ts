import { beforeEach, expect, test, vi } from "vitest";
import { fakeBrowser } from "./fake_browser";

let format: typeof import("./format");
const HOUR_MS = 3_600_000;

async function open(language: "en" | "es") {
  fakeBrowser({ stored: { "underdeck.settings": { language } } });
  format = await import("./format");
  await (await import("./words.svelte")).loadLanguage(language);
}
beforeEach(() => open("en"));

test("names are listed as in a sentence of the language", async () => {
  expect(format.listNames(["Ada", "Bo", "Cy"])).toBe("Ada, Bo and Cy");
  await open("es");
  expect(format.listNames(["Ada", "Bo", "Cy"])).toBe("Ada, Bo y Cy");
});

test("a time is formatted with its day and its hour", () => {
  expect(format.formatDate(new Date(2026, 10, 16, 9, 5).getTime())).toBe("16 Nov 2026, 09:05");
});

test.each([
  [0, "just now"],
  [59_000, "just now"],
  [60_000, "1 minute ago"],
  [2.9 * HOUR_MS, "2 hours ago"],
  [24 * HOUR_MS, "yesterday"],
  [72 * HOUR_MS, "3 days ago"],
])("%i ms ago is said in the largest unit that fits", (elapsed, expected) => {
  vi.useFakeTimers({ now: 10 ** 12 });
  expect(format.timeAgo(10 ** 12 - elapsed)).toBe(expected);
  vi.useRealTimers();
});

test("house rules are texts; options that are off or have no text are left out", async () => {
  const { entry, section } = await import("./words.svelte");
  const [option] = section("house")[0] ?? [""];
  expect(format.houseRuleTexts({ [option]: 1, unheard_of: true })).toEqual([entry("house", option, { n: 1 })]);
  expect(format.houseRuleTexts({ [option]: 0 })).toEqual([]);
});

test("a game has its title in the language", async () => {
  expect(format.gameTitle("dungeon")).toBe("Dungeon");
  await open("es");
  expect(format.gameTitle("dungeon")).toBe("Calabozo");
});
