import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BACKS, backIcon, isUnlocked } from "./backs";

test("every back has colours, and an achievement of one of the games unlocks it", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf-8");
  const palette = read("./palette.css");
  const achievements = read("../games/tomb/achievements.ts") + read("../games/dungeon/achievements.ts");
  for (const { name, achievement } of BACKS.slice(1)) {
    expect(palette).toContain(`[data-back="${name}"]`);
    expect(achievements).toContain(`  ${achievement}: `);
  }
});

test("the first back is everybody's, another one is unlocked by its achievement", () => {
  const [candle, dawn] = BACKS;
  if (!candle || !dawn) throw new Error("there are no backs");
  expect(isUnlocked(candle, [])).toBe(true);
  expect(isUnlocked(dawn, [])).toBe(false);
  expect(isUnlocked(dawn, [{ name: "daylight", at: null }])).toBe(false);
  expect(isUnlocked(dawn, [{ name: "daylight", at: 1 }])).toBe(true);
});

test("a back that isn't known looks like the first one", () => expect(backIcon("lace")).toBe("candle-light"));
