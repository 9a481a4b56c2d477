/** Named breakpoints: puts the conditions of `@custom-media` in tokens.css into `@media (--phone)` and `@container (--phone)`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const TOKENS = fileURLToPath(new URL("../src/core/tokens.css", import.meta.url));
const DEFINITION = /@custom-media (--[\w-]+) (\([^)]+\));\n?/g;

/** Return the condition of each named breakpoint. */
export function readBreakpoints(tokens: string): Map<string, string> {
  return new Map(Array.from(tokens.matchAll(DEFINITION), ([, name = "", condition = ""]) => [name, condition]));
}

/** Replace the names in the conditions of media and container queries; a name that isn't defined is an error. */
export function replaceBreakpoints(css: string, breakpoints: Map<string, string>): string {
  return css.replace(DEFINITION, "").replace(/@(?:media|container)[^{]*/g, (query) =>
    query.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
      const condition = breakpoints.get(name);
      if (condition === undefined) throw new Error(`there is no breakpoint ${name} in tokens.css`);
      return condition;
    }),
  );
}

export function media(): Plugin {
  return {
    name: "underdeck-media",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$|[?&]type=style&lang\.css$/ },
      handler(css) {
        this.addWatchFile(TOKENS);
        return { code: replaceBreakpoints(css, readBreakpoints(readFileSync(TOKENS, "utf-8"))), map: null };
      },
    },
  };
}
