/**
 * The page's texts: its own catalogues of src/underdeck/say, the one of the history, and the sections that it shares with
 * the other programs.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const SAY = fileURLToPath(new URL("../../src/underdeck/say/", import.meta.url));
const TYPES = fileURLToPath(new URL("../generated/catalogue.ts", import.meta.url));
/** The sections that the page takes from common.toml and from the catalogue of a game, where there are such. */
const COMMON_SECTIONS = ["rank", "suit", "card"];
const GAME_SECTIONS = ["thing", "skill", "house", "creature", "another", "a_rank", "act", "pending", "lets_win"];
const PLACEHOLDER = /\{(\w+)(?::[^|}]*\|[^}]*)?\}/g;

/**
 * Read the texts of a language by their paths, such as `tomb.end.won`; a game is one that has a page_<game>.toml.
 * @param {string} language
 * @returns {{ texts: Record<string, string | string[]>; files: string[] }} the texts, and the files they are from
 */
export function readCatalogue(language) {
  /** @type {string[]} */
  const files = [];
  const read = (/** @type {string} */ name) => {
    files.push(`${SAY}${language}/${name}.toml`);
    return parse(readFileSync(`${SAY}${language}/${name}.toml`, "utf-8"));
  };
  const named = (/** @type {RegExp} */ pattern) =>
    readdirSync(`${SAY}${language}`).flatMap((name) => name.match(pattern)?.[1] ?? []);
  const games = named(/^page_(\w+)\.toml$/);
  const catalogue = {
    ...read("page"),
    character: mergeTables(named(/^(characters_\w+)\.toml$/).map(read)),
    career: read("career"),
    common: choose(read("common"), COMMON_SECTIONS),
    ...Object.fromEntries(
      games.map((game) => [game, { ...choose(read(game), GAME_SECTIONS), ...read(`page_${game}`) }]),
    ),
  };
  return { texts: Object.fromEntries(flatten(catalogue)), files };
}

/** Put the tables of several files together: bots of different games have different names. @param {object[]} files */
function mergeTables(files) {
  /** @type {Record<string, object>} */
  const merged = {};
  for (const file of files)
    for (const [table, texts] of Object.entries(file)) merged[table] = { ...merged[table], ...texts };
  return merged;
}

/** @param {Record<string, unknown>} catalogue @param {string[]} sections */
function choose(catalogue, sections) {
  return Object.fromEntries(Object.entries(catalogue).filter(([name]) => sections.includes(name)));
}

/**
 * @param {object} section
 * @returns {[string, string | string[]][]}
 */
function flatten(section, path = "") {
  return Object.entries(section).flatMap(([name, value]) =>
    typeof value === "string" || Array.isArray(value) ? [[path + name, value]] : flatten(value, `${path}${name}.`),
  );
}

/** Return the types of the keys: every text with the names of its placeholders, and every list of texts. */
export function catalogueTypes() {
  const entries = Object.entries(readCatalogue("en").texts);
  const texts = entries
    .filter(([, text]) => typeof text === "string")
    .map(([key, text]) => textType(key, String(text)));
  const lists = entries.filter(([, text]) => Array.isArray(text)).map(([key]) => `  | ${JSON.stringify(key)}`);
  const sections = new Set(entries.flatMap(([key]) => pathsAbove(key)));
  return `/** The keys of the catalogues. Generated from the English one by \`npm run check\`; do not edit. */

/** Each text, and the names of its placeholders. */
export interface Texts {
${texts.join("\n")}
}

/** The keys of lists of texts. */
export type ListKey =
${lists.join("\n")};

/** The paths that texts or lists lie under. */
export type SectionPath =
${[...sections].map((path) => `  | ${JSON.stringify(path)}`).join("\n")};
`;
}

/** Return the sections that a key lies in: `tomb` and `tomb.end` for `tomb.end.won`. @param {string} key */
function pathsAbove(key) {
  const parts = key.split(".");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("."));
}

/** @param {string} key @param {string} text */
function textType(key, text) {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => JSON.stringify(name)))];
  return `  ${JSON.stringify(key)}: ${names.join(" | ") || "never"};`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(TYPES), { recursive: true });
  writeFileSync(TYPES, catalogueTypes());
}
