import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
// @ts-expect-error the script is plain JavaScript, since Node runs it without a build
import { CHARACTERS } from "./fonts.js";

const SAY = fileURLToPath(new URL("../../src/underdeck/say/", import.meta.url));

/** Symbols that the fonts don't have: the browser takes them from another one. */
const SYMBOLS = "♠♥♦♣→⚔⬇🔥";

test.each(["en", "es"])("the fonts have every character of the page's texts in %s", (language) => {
  const files = readdirSync(`${SAY}${language}`).filter((name) => name.startsWith("page"));
  expect(files.length).toBeGreaterThan(0);
  const text = files.map((name) => readFileSync(`${SAY}${language}/${name}`, "utf-8")).join("");
  const missing = [...new Set(text.replace(/\s/g, ""))].filter((one) => !(CHARACTERS + SYMBOLS).includes(one));
  expect(missing).toEqual([]);
});
