import { describe, expect, test } from "vitest";
import { readBreakpoints, replaceBreakpoints } from "./media";
import { compareNames, findLiterals } from "./styles.js";

describe("findLiterals", () => {
  test.each([
    "color: #fff",
    "background: linear-gradient(rgb(0 0 0 / 0.5), transparent)",
    "fill: white",
    "--light: #abc",
    "font-size: 0.9rem",
    "font-size: clamp(1rem, 3vw, 2rem)",
    "font: 700 var(--text-s) var(--font-body)",
    "font-weight: 600",
    "font-family: Georgia, serif",
    "z-index: 3",
    "border-radius: 0.5rem",
    "border-end-end-radius: 4px",
    "gap: 0.5rem",
    "padding-inline: var(--space-1) 1px",
    "margin: -0.5rem",
    "transition: opacity 0.2s",
    "animation: rise var(--duration-slow) cubic-bezier(0, 0, 1, 1)",
  ])("refuses %s", (declaration) => {
    expect(findLiterals(`p { ${declaration}; }`)).toHaveLength(1);
  });

  test.each([
    "color: var(--ink)",
    "color: color-mix(in oklab, var(--ink), transparent 40%)",
    "fill: var(--white)",
    "font-size: 0.9em",
    "font-size: calc(var(--card) * 0.5)",
    "font: var(--weight-bold) var(--text-s)/1.3 var(--font-body)",
    "border-radius: calc(var(--card) * 0.08)",
    "border-radius: 0",
    "gap: 0.5em",
    "padding: 0 clamp(var(--space-1), 3vw, var(--space-2))",
    "transition: opacity var(--duration-fast)",
    "width: 12rem",
  ])("accepts %s", (declaration) => {
    expect(findLiterals(`p { ${declaration}; }`)).toEqual([]);
  });

  test("refuses numbers in media and container queries, and looks into them", () => {
    expect(findLiterals("@media (max-width: 30rem) { p { z-index: 1; } }")).toHaveLength(2);
    expect(findLiterals("@container table (min-width: 30rem) { p { color: inherit; } }")).toHaveLength(1);
    expect(findLiterals("@media (--phone) { p { color: inherit; } }")).toEqual([]);
  });

  test("names the line", () => {
    expect(findLiterals("p {\n  color: red;\n  z-index: 1;\n}")[0]).toMatch(/^3: z-index: 1/);
  });
});

test("compareNames finds names without a definition and tokens without a use", () => {
  const sources = {
    "src/core/tokens.css": "@custom-media --phone (max-width: 1rem);\n:root {\n  --ink: #000;\n  --old: #111;\n}",
    "src/A.svelte":
      "<p style:--n={1}></p><style>p { color: var(--ink); width: var(--n); height: var(--lost); }</style>",
  };
  expect(compareNames(sources)).toEqual({ undefinedNames: ["--lost"], unusedTokens: ["--phone", "--old"] });
});

describe("breakpoints", () => {
  const breakpoints = readBreakpoints("@custom-media --phone (max-width: 40rem);\n");

  test("replaces the names in media and container queries", () => {
    expect(replaceBreakpoints("@media print and (--phone) { a { color: var(--phone); } }", breakpoints)).toBe(
      "@media print and (max-width: 40rem) { a { color: var(--phone); } }",
    );
    expect(replaceBreakpoints("@container tomb (--phone) {}", breakpoints)).toBe(
      "@container tomb (max-width: 40rem) {}",
    );
  });

  test("leaves the definitions out", () => {
    expect(replaceBreakpoints("@custom-media --phone (max-width: 40rem);\np {}", breakpoints)).toBe("p {}");
  });

  test("refuses an unknown name", () => {
    expect(() => replaceBreakpoints("@media (--tablet) {}", breakpoints)).toThrow("--tablet");
  });
});
