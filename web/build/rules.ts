/** The rules pages as HTML, with an id for each numbered paragraph: `import page from "virtual:rules/tomb.es"`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import type { Plugin } from "vite";

const PAGES = fileURLToPath(new URL("../../docs/rules/", import.meta.url));
const ID = "virtual:rules/";

export function rules(): Plugin {
  return {
    name: "underdeck-rules",
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ID}`)) return undefined;
      const file = `${PAGES}${id.slice(ID.length + 1)}.md`;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(render(readFileSync(file, "utf-8")))};`;
    },
  };
}

/** Render a page without its title; `§4.3` at the start of an item or a heading becomes the id `rule-4.3`. */
function render(text: string): string {
  const html = marked.parse(text.replace(/^# .*\n/, ""), { async: false });
  return labelTables(html)
    .replace(/<li>(§([\d.]+))/g, '<li id="rule-$2" tabindex="-1"><b>$1</b>')
    .replace(/<h2>(§(\d+)) /g, '<h2 id="rule-$2" tabindex="-1"><b>$1</b> ');
}

/** Name each table after its heading, mark its header cells, and let the keyboard scroll a wide one. */
function labelTables(html: string): string {
  let name = "";
  let tables = 0;
  return html.replace(/<h2>(.*?)<\/h2>|<table>([\s\S]*?)<\/table>/g, (whole, heading?: string, rows = "") => {
    if (heading !== undefined) {
      name = heading.replace(/<[^>]*>/g, "").replace(/^§\d+ /, "");
      tables = 0;
      return whole;
    }
    tables += 1;
    const label = tables === 1 ? name : `${name} (${tables})`;
    const withHeaders = rows
      .replace(/<th>/g, '<th scope="col">')
      .replace(/<tr>\s*<td>([\s\S]*?)<\/td>/g, '<tr>\n<th scope="row">$1</th>');
    return `<div class="wide" role="region" tabindex="0" aria-label="${label}"><table><caption class="visually-hidden">${label}</caption>${withHeaders}</table></div>`;
  });
}
