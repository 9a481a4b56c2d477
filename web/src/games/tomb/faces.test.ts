import { beforeAll, describe, expect, test, vi } from "vitest";
import { describeGame } from "../../core/games";
import { LANGUAGES, loadLanguage } from "../../core/words.svelte";
import { faceOf, kindOf, titleOf } from "./faces";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("§1 a card is what the server says it is", () => {
  expect(["2S", "9D", "10C", "JH", "QS", "KD", "AC", "Jk", "5H"].map(kindOf)).toEqual([
    "monster",
    "trap",
    "door",
    "skill",
    "favor",
    "hoard",
    "torch",
    "scroll",
    "health",
  ]);
});

test("a card of another game is an error", () => {
  expect(() => kindOf("KX")).toThrow("KX");
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("every card has a face with a name and an icon", async () => {
    await loadLanguage(language);
    for (const code of Object.keys(describeGame("tomb").cards)) {
      const { title, kindName, icon } = faceOf(code);
      expect(title, code).toMatch(/^\p{Lu}/u);
      expect(kindName, code).not.toMatch(/kind\./);
      expect(icon, code).not.toBe("");
    }
    await loadLanguage("en");
  });
});

test("the title of an encounter has no article", () => {
  expect(titleOf("2S")).toBe("Giant rat");
  expect(titleOf("JS")).toBe("Go Berserk");
});
