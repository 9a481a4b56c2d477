import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CHARACTERS } from "./fonts.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Symbols that the fonts don't have: the browser takes them from another one. */
const SYMBOLS = "♠♥♦♣→⚔⬇🔥";

test.each(["en", "es"])("the fonts have every character of the page's texts and of the rules in %s", (language) => {
  const list = (folder: string, start: string) =>
    readdirSync(ROOT + folder).flatMap((name) => (name.startsWith(start) ? `${ROOT}${folder}/${name}` : []));
  const files = [...list(`src/underdeck/say/${language}`, "page"), ...list("docs/rules", "")];
  const text = files.map((path) => readFileSync(path, "utf-8")).join("");
  expect(text).toContain("§");
  const missing = [...new Set(text.replace(/\s/g, ""))].filter((one) => !(CHARACTERS + SYMBOLS).includes(one));
  expect(missing).toEqual([]);
});
