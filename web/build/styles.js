/** Refuse literal values in styles where core/tokens.css has a name for them: `node build/styles.js`. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const WEB = fileURLToPath(new URL("../", import.meta.url));
/** The files that define the tokens. */
export const TOKEN_FILES = ["src/core/tokens.css", "src/cards/palette.css"];

const LENGTH = /(?<![\w.])\d*\.?\d+(rem|px|pt)\b/;
/** Each rule: the properties that it is about, the literal that it refuses, what to use instead. */
const RULES = [
  [/./, /#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab|lab|lch)\(|(?<!-)\b(black|white)\b/i, "a colour token"],
  [/^font(-size)?$/, /(?<![\w./-])\d*\.?\d+(rem|px|pt|vw|%)/, "var(--text-...) or var(--title-...)"],
  [/^font(-weight)?$/, /^(\d{3}|bold)\b/, "var(--weight-...)"],
  [/^font(-family)?$/, /["']|\b(serif|sans-serif|monospace)\b/, "var(--font-...)"],
  [/^z-index$/, /\d/, "var(--layer-...)"],
  [/radius$/, LENGTH, "var(--radius-...)"],
  [/^((row|column)-)?gap$|^(padding|margin)(-|$)/, LENGTH, "var(--space-...)"],
  [
    /^(transition|animation)(-duration|-timing-function)?$/,
    /\d*\.?\d+m?s\b|cubic-bezier/,
    "var(--duration-...), var(--loop-...) or var(--ease-...)",
  ],
];

/** Return the values of a style sheet that should be tokens, as `line: problem`. */
export function findLiterals(css) {
  const source = `<style>${css}</style>`;
  const found = [];
  const report = (node, what, instead) => {
    const line = source.slice(0, node.start).split("\n").length;
    found.push(`${line}: ${what}: use ${instead}`);
  };
  const visit = (node) => {
    if (node.type === "Atrule" && node.name === "font-face") return;
    if (node.type === "Declaration") {
      // `color-mix(in oklab, ...)` names a colour space, not a colour.
      const value = node.value.replace(/\bin (oklab|srgb)\b/g, "");
      for (const [property, literal, instead] of RULES)
        if (!node.property.startsWith("--") || property.source === ".")
          if (property.test(node.property) && literal.test(value))
            report(node, `${node.property}: ${node.value}`, instead);
    }
    if (node.type === "Atrule" && /^(media|container)$/.test(node.name) && /\d/.test(node.prelude))
      report(node, `@${node.name} ${node.prelude.trim()}`, "a breakpoint of tokens.css");
    for (const child of node.children ?? node.block?.children ?? []) visit(child);
  };
  const { css: sheet } = parse(source, { modern: true });
  for (const node of sheet?.children ?? []) visit(node);
  return found;
}

/** Return the styles of a source file with the line on which they begin. */
function stylesOf(path, source) {
  if (path.endsWith(".css")) return { css: source, line: 1 };
  const style = source.match(/<style[^>]*>([\s\S]*?)<\/style>/);
  return { css: style?.[1] ?? "", line: source.slice(0, style?.index ?? 0).split("\n").length };
}

/** Return the custom properties that are used but not defined, and the tokens that are defined but not used. */
export function compareNames(sources) {
  const all = Object.values(sources).join("\n");
  const defined = new Set(Array.from(all.matchAll(/(--[a-z][\w-]*)["'`]?(?=\s*[:=,]|[}])/g), (match) => match[1]));
  const used = new Set(Array.from(all.matchAll(/var\((--[\w-]+)(?=\))/g), (match) => match[1]));
  const queried = new Set(Array.from(all.matchAll(/\((--[\w-]+)\)\s*(?:\{|and)/g), (match) => match[1]));
  const tokens = TOKEN_FILES.flatMap((path) =>
    Array.from((sources[path] ?? "").matchAll(/^\s*(?:@custom-media )?(--[\w-]+)[: ]/gm), (match) => match[1]),
  );
  const referred = new Set([...used, ...queried, ...Array.from(all.matchAll(/var\((--[\w-]+)/g), (match) => match[1])]);
  return {
    undefinedNames: [...used].filter((name) => !defined.has(name)),
    unusedTokens: [...new Set(tokens)].filter((name) => !referred.has(name)),
  };
}

function main() {
  const paths = ["src", "style"].flatMap((folder) =>
    readdirSync(WEB + folder, { recursive: true }).map((path) => `${folder}/${path}`),
  );
  const sources = Object.fromEntries(
    paths.filter((path) => /\.(svelte|css|ts)$/.test(path)).map((path) => [path, readFileSync(WEB + path, "utf-8")]),
  );
  const problems = [];
  for (const [path, source] of Object.entries(sources)) {
    if (TOKEN_FILES.includes(path) || path.endsWith(".ts")) continue;
    const { css, line } = stylesOf(path, source);
    for (const found of findLiterals(css)) {
      const [, at, problem] = found.match(/^(\d+): ([\s\S]*)$/);
      problems.push(`${path}:${Number(at) + line - 1}: ${problem}`);
    }
  }
  const { undefinedNames, unusedTokens } = compareNames(sources);
  for (const name of undefinedNames) problems.push(`var(${name}) is used but not defined`);
  for (const name of unusedTokens) problems.push(`${name} is defined in the tokens but not used`);
  for (const problem of problems) console.error(problem);
  if (problems.length) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
