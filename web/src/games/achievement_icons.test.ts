import { expect, test } from "vitest";
import { readCatalogue } from "../../build/catalogue.js";
import { ALL_ACHIEVEMENT_ICONS, achievementIcon } from "./achievement_icons";

const named = Object.keys(readCatalogue("en").texts).flatMap(
  (key) => key.match(/^career\.achievement\.(\w+)$/)?.[1] ?? [],
);

test("every achievement has an icon of its own", () => {
  const icons = named.map(achievementIcon);
  expect(named.length).toBeGreaterThan(25);
  expect(new Set(icons).size).toBe(icons.length);
  expect(icons).not.toContain(achievementIcon("a new one"));
  expect(ALL_ACHIEVEMENT_ICONS).toEqual(expect.arrayContaining(icons));
});

test("a hidden achievement is a mystery", () => {
  expect(named.map(achievementIcon)).not.toContain(achievementIcon(""));
  expect(ALL_ACHIEVEMENT_ICONS).toContain(achievementIcon(""));
});
