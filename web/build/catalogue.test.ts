import { expect, test } from "vitest";
import games from "../src/core/games.json";
import { catalogueTypes, readCatalogue } from "./catalogue.js";

const LANGUAGES = ["en", "es"];
const placeholders = (text: string | string[]) =>
  [
    ...new Set(
      [
        ...[text]
          .flat()
          .join(" ")
          .matchAll(/\{(\w+)/g),
      ].map(([, name]) => name),
    ),
  ].sort();

test("every language has the same texts", () => {
  const [english, ...others] = LANGUAGES.map((language) => Object.keys(readCatalogue(language).texts).sort());
  expect(english?.length).toBeGreaterThan(700);
  for (const keys of others) expect(keys).toEqual(english);
});

test("a text has the same placeholders in every language", () => {
  const english = readCatalogue("en").texts;
  for (const language of LANGUAGES)
    for (const [key, text] of Object.entries(readCatalogue(language).texts))
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] ?? "")]);
});

test("texts are found by their whole path, also where the catalogue quotes a dotted name", () => {
  const { texts, files } = readCatalogue("en");
  expect(texts).toMatchObject({
    "page.close": "Close",
    "common.rank.12": "queen",
    "dungeon.pending.turn.you": expect.any(String),
  });
  expect(texts["name.suggestions"]).toBeInstanceOf(Array);
  expect(files.map((file) => file.split("/").at(-1))).toContain("page_tomb.toml");
});

test("texts of other programs are left out", () => {
  expect(
    Object.keys(readCatalogue("en").texts).filter((key) => /^(tomb|dungeon)\.(event|refusal)\./.test(key)),
  ).toEqual([]);
});

test("the types name every text with its placeholders, every list and every section", () => {
  const types = catalogueTypes();
  expect(types).toContain('  "page.close": never;');
  expect(types).toContain('  "common.card.name": "rank" | "suit";');
  expect(types).toContain('  | "name.suggestions"');
  expect(types).toContain('  | "common.card"');
  expect(types).not.toContain('"common.card": ');
});

test("whatever the server's description of a game names has a text", () => {
  const { texts } = readCatalogue("en");
  const named = Object.entries(games).flatMap(([game, { cards, options }]) => [
    `game.${game}.name`,
    `screen.${game}`,
    ...Object.values(cards).map(({ kind }) => `kind.${kind}`),
    ...Object.values(cards).flatMap(({ number, suit }) => (suit ? `common.rank.${number}` : [])),
    ...Object.keys(options).map((option) => `${game}.house.${option}`),
  ]);
  expect(named.length).toBeGreaterThan(200);
  expect([...new Set(named)].filter((key) => !(key in texts))).toEqual([]);
});
