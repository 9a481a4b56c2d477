import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

let career: typeof import("./career");
beforeEach(async () => {
  fakeBrowser();
  career = await import("./career");
  await (await import("./words.svelte")).loadLanguage("en");
});

test("kinds and values have labels; unknown ones are shown by name", () => {
  expect(career.kindLabel("cause")).toBe("cause of death");
  expect(career.kindLabel("unheard_of")).toBe("unheard of");
  expect(career.valueLabel("cause", "monster")).toBe("a monster");
  expect(career.valueLabel("depth", "7")).toBe("7");
});

test("a value can have a label in one kind only", () => {
  expect(career.valueLabel("seat", "0")).toBe("first seat");
  expect(career.namedValue("depth", "0")).toBe("");
});

test("an outcome says more if the game was won", () => {
  expect(career.outcomeText("escaped", false)).toBe("Escaped");
  expect(career.outcomeText("escaped", true)).toBe("Escaped with all four kings");
  expect(career.outcomeText("alone", true)).toBe("Last one alive");
});

test("remarks are sentences; unknown ones are left out", () => {
  const remarks = [
    { code: "first_escape_in", n: 4 },
    { code: "unheard_of", n: 1 },
  ];
  expect(career.remarkTexts(remarks)).toEqual(["Your first escape in 4 games."]);
});

test("achievements have a title and a text", () => {
  expect(career.achievementTitle("daylight")).toBe("Daylight");
  expect(career.achievementText("daylight")).not.toBe("");
  expect(career.achievementText("unheard_of")).toBe("");
});
