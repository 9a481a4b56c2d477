/** The catalogues of src/underdeck/say as data: `import words from "virtual:words/es"`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const SAY = fileURLToPath(new URL("../../src/underdeck/say/", import.meta.url));
const ID = "virtual:words/";
/** The sections that the page needs from the shared catalogues; page.toml, page_tomb.toml and page_dungeon.toml are its own. */
const SHARED_SECTIONS: Record<string, string[]> = {
  common: ["rank", "suit", "card"],
  tomb: ["thing", "skill", "house"],
  dungeon: ["creature", "a_rank", "pending", "house"],
};

export function words(): Plugin {
  return {
    name: "underdeck-words",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const language = id.slice(ID.length + 1);
      const read = (name: string) => {
        const file = `${SAY}${language}/${name}.toml`;
        this.addWatchFile(file);
        return parse(readFileSync(file, "utf-8"));
      };
      const catalogue: Record<string, unknown> = { ...read("page") };
      for (const [name, sections] of Object.entries(SHARED_SECTIONS)) {
        const file = read(name);
        const own = name === "common" ? {} : read(`page_${name}`);
        catalogue[name] = { ...Object.fromEntries(sections.map((section) => [section, file[section]])), ...own };
      }
      return `export default ${JSON.stringify(catalogue)};`;
    },
  };
}
