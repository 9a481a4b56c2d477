import { expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

async function open(name: string, languages = ["en"]) {
  fakeBrowser({ stored: { "underdeck.settings": { name } }, languages });
  const { useFirstTexts } = await import("./words.svelte");
  useFirstTexts(languages[0] === "es" ? "es" : "en");
  return await import("./own_name");
}

test.each([
  ["Ada", ["en"], "Ada"],
  ["", ["en"], "Adventurer"],
  ["  ", ["es"], "Aventurero"],
])("a player called %j plays as %j", async (name, languages, expected) => {
  expect((await open(name, languages)).ownName()).toBe(expected);
});

test("a default name of any language is not a name that was chosen", async () => {
  const { isDefaultName } = await open("");
  expect([isDefaultName("Adventurer"), isDefaultName("Aventurero"), isDefaultName("Ada")]).toEqual([true, true, false]);
});

test("only a table where other people sit asks for a name", async () => {
  const { needsName } = await open("");
  expect(needsName({ game: "tomb" })).toBe(false);
  expect(needsName({ game: "dungeon", house: { players: 3 }, bots: ["careful", "careful"] })).toBe(false);
  expect(needsName({ game: "dungeon", house: { players: 3 }, bots: ["careful"] })).toBe(true);
  expect(needsName({ game: "dungeon" })).toBe(true);
});
