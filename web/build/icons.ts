/** A bundle with only the game icons that a part of the page needs: `import { icons } from "virtual:icons/tomb"`. */
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { ICONS } from "../src/games/icons.ts";

const ID = "virtual:icons/";

export function icons(): Plugin {
  return {
    name: "underdeck-icons",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const set = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
      const outlines: Record<string, string> = {};
      for (const name of new Set(ICONS[id.slice(ID.length + 1) as keyof typeof ICONS])) {
        const path: string | undefined = set.icons[name]?.body.match(/^<path fill="currentColor" d="([^"]+)"\/>$/)?.[1];
        if (path === undefined) throw new Error(`there is no icon ${name} that consists of a single path`);
        outlines[name] = path;
      }
      return `export const icons = ${JSON.stringify(outlines)};`;
    },
  };
}
