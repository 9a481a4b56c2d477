import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";
import { capitalize, fill } from "./words.svelte";

let words: typeof import("./words.svelte");
let browser: ReturnType<typeof fakeBrowser>;
beforeEach(async () => {
  browser = fakeBrowser();
  words = await import("./words.svelte");
  await words.loadLanguage("en");
});

test("placeholders are filled in", () => {
  expect(fill("{name} has {n} cards", { name: "Ada", n: 2 })).toBe("Ada has 2 cards");
});

test("a placeholder without a value stays as it is", () => {
  expect(fill("{name}", {})).toBe("{name}");
});

test("a placeholder with two forms chooses by the number", () => {
  const text = "{n} {n:card|cards}";
  expect([1, 0, 2].map((n) => fill(text, { n }))).toEqual(["1 card", "0 cards", "2 cards"]);
});

test("only the first letter is capitalized", () => {
  expect(capitalize("the Wight")).toBe("The Wight");
  expect(capitalize("")).toBe("");
});

test("a text is said in the loaded language, which the page declares", async () => {
  expect([words.say("page.close"), browser.root.lang]).toEqual(["Close", "en"]);
  await words.loadLanguage("es");
  expect([words.say("page.close"), browser.root.lang]).toEqual(["Cerrar", "es"]);
});

test("a text is said with its parameters", () => {
  expect(words.say("common.card.name", { rank: "queen", suit: "hearts" })).toBe("queen of hearts");
});

test("a key that doesn't exist, or a missing parameter, fails the type check", () => {
  // @ts-expect-error there is no such text
  expect(words.say("page.nothing")).toBe("page.nothing");
  // @ts-expect-error the text needs a suit as well
  expect(words.say("common.card.name", { rank: "queen" })).toBe("queen of {suit}");
  // @ts-expect-error the text needs parameters
  expect(words.say("common.card.name")).toBe("{rank} of {suit}");
  const screen = "home" as string;
  // @ts-expect-error not every string is the name of a screen
  expect(words.say(`screen.${screen}`)).toBe("Home");
  // @ts-expect-error there is no such section
  expect(words.entry("nothing", "home")).toBe("");
  // @ts-expect-error there is no such list
  expect(words.list("name.nothing")).toEqual([]);
});

test("an entry that data names is looked up in its section", () => {
  expect(words.entry("screen", "home")).toBe("Home");
  expect(words.entry("common.rank", 12)).toBe("queen");
  expect(words.entry("common.card", "name", { rank: "queen", suit: "hearts" })).toBe("queen of hearts");
  expect(words.entry("screen", "cellar")).toBe("");
});

test("a section has all its texts, and no lists", () => {
  expect(words.section("language")).toEqual([
    ["en", "English"],
    ["es", "Español"],
  ]);
  expect(words.section("name").map(([key]) => key)).not.toContain("suggestions");
});

test("lists are found by key, and by the name of an entry", () => {
  expect(words.list("name.suggestions").length).toBeGreaterThan(3);
  expect(words.listOf("name", "suggestions")).toEqual(words.list("name.suggestions"));
  expect(words.listOf("name", "ask")).toEqual([]);
});

test("the first known language of the browser is preferred, and English if there is none", async () => {
  for (const [languages, expected] of [
    [["fr", "es-AR", "en"], "es"],
    [["EN-gb"], "en"],
    [["fr"], "en"],
    [[], "en"],
  ] as const) {
    fakeBrowser({ languages: [...languages] });
    expect((await import("./words.svelte")).preferredLanguage()).toBe(expected);
  }
});

test("Spanish contracts a preposition with the article of what is filled in, but not with a name", () => {
  expect(fill("junto a {where}", { where: "el 9" })).toBe("junto al 9");
  expect(fill("el túnel de {where}", { where: "el 9" })).toBe("el túnel del 9");
  expect(fill("ataca a {target}", { target: "El Cid" })).toBe("ataca a El Cid");
});
