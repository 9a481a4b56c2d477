/** The rules pages, loaded one by one, and what stands in them. */
import type { GameName } from "../cards/faces";
import { href } from "../core/router.svelte";
import { type Language, say } from "../core/words.svelte";

export type { GameName };

const PAGES: Record<GameName, Record<Language, () => Promise<{ default: string }>>> = {
  tomb: { en: () => import("virtual:rules/tomb"), es: () => import("virtual:rules/tomb.es") },
  dungeon: { en: () => import("virtual:rules/dungeon"), es: () => import("virtual:rules/dungeon.es") },
};

export async function load(game: GameName, language: Language): Promise<string> {
  return (await PAGES[game][language]()).default;
}

/** Every § in the running text as a link to its paragraph; those that name a paragraph stay as they are. */
export function linked(page: string, game: GameName): string {
  const tables = page.replaceAll(
    '<div class="wide">',
    // What can be scrolled has to be reached without a mouse, too.
    `<div class="wide" role="group" tabindex="0" aria-label="${say("rules.table")}">`,
  );
  return tables.replace(/(<b>)?§(\d+(?:\.\d+)?)/g, (whole, own: string | undefined, rule: string) =>
    own ? whole : `<a data-rule="${rule}" href="${href("rules", game, rule)}">§${rule}</a>`,
  );
}

export interface Chapter {
  rule: string;
  title: string;
}

/** A heading as text, without the option that it names in brackets. */
function plain(title: string): string {
  const text = new DOMParser().parseFromString(title.replace(/ \(<code>.*\)/, ""), "text/html").body.textContent;
  return text ?? "";
}

/** The numbered headings of a page. */
export function chapters(page: string): Chapter[] {
  const found = page.matchAll(/<h2 id="rule-(\d+)"[^>]*><b>§\d+<\/b> (.*?)<\/h2>/g);
  return [...found].map(([, rule = "", title = ""]) => ({ rule, title: plain(title) }));
}
