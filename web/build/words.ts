/** The catalogues of src/underdeck/say as data: `import words from "virtual:words/es"`. */
import type { Plugin } from "vite";
import { readCatalogue } from "./catalogue.js";

const ID = "virtual:words/";

export function words(): Plugin {
  return {
    name: "underdeck-words",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const { texts, files } = readCatalogue(id.slice(ID.length + 1));
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(texts)};`;
    },
  };
}
