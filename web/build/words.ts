/**
 * The catalogues of src/underdeck/say as data, in two parts: `import words from "virtual:words/es/first"` has the texts
 * of the frame and of the home screen, `virtual:words/es/rest` all others.
 */
import type { Plugin } from "vite";
import { readCatalogue } from "./catalogue.js";

const ID = "virtual:words/";
/** The sections whose texts the home screen shows, with the faces of its cards. */
const FIRST =
  /^(page|screen|language|game|home|name|ago|kind|connection|common|tomb\.(thing|skill)|dungeon\.creature|settings)\./;

/** Return whether the first screen needs a text. */
export const isFirst = (key: string): boolean => FIRST.test(key);

export function words(): Plugin {
  return {
    name: "underdeck-words",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const [language = "", part] = id.slice(ID.length + 1).split("/");
      const { texts, files } = readCatalogue(language);
      for (const file of files) this.addWatchFile(file);
      const chosen = Object.entries(texts).filter(([key]) => isFirst(key) === (part === "first"));
      return `export default ${JSON.stringify(Object.fromEntries(chosen))};`;
    },
  };
}
