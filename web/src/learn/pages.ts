/** The rules pages, loaded one by one, and what stands in them. */
import type { Component } from "svelte";
import type { GameName } from "../cards/faces";
import { href } from "../core/router.svelte";
import type { Language } from "../core/words.svelte";

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
  return page.replace(/(<b>)?§(\d+(?:\.\d+)?)/g, (whole, own: string | undefined, rule: string) =>
    own ? whole : `<a data-rule="${rule}" href="${href("rules", game, rule)}">§${rule}</a>`,
  );
}

/** The paragraphs that have a picture. */
export const PICTURES: Partial<Record<GameName, { rule: string; load: () => Promise<{ default: Component }> }>> = {
  tomb: { rule: "2", load: () => import("./SpreadPicture.svelte") },
};

/** The page cut in two after the heading of a paragraph, where its picture goes. The picture replaces the paragraph's text drawing. */
export function cutAfterHeading(page: string, rule: string | undefined): [before: string, after: string] {
  const heading = rule === undefined ? null : page.match(new RegExp(`<h2 id="rule-${rule}"[^>]*>.*?</h2>`));
  if (!heading) return [page, ""];
  const cut = (heading.index ?? 0) + heading[0].length;
  const end = page.indexOf("<h2", cut);
  const section = page.slice(cut, end < 0 ? undefined : end).replace(/<pre>[\s\S]*?<\/pre>/, "");
  return [page.slice(0, cut), section + (end < 0 ? "" : page.slice(end))];
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
