/** The rules pages: loading them, their links, headings and pictures. */
import type { GameName } from "../core/games";
import { href } from "../core/router.svelte";
import type { Language } from "../core/words.svelte";
import { findGame } from "../games/registry";

export async function loadRules(game: GameName, language: Language): Promise<string> {
  return (await findGame(game).rules[language]()).default;
}

/** Turn every § reference in the text into a link; the numbers of the paragraphs themselves stay as they are. */
export function linkParagraphs(page: string, game: GameName): string {
  return page.replace(/(<b>)?§(\d+(?:\.\d+)?)/g, (whole, own: string | undefined, rule: string) =>
    own ? whole : `<a data-rule="${rule}" href="${href("rules", game, rule)}">§${rule}</a>`,
  );
}

/** Split the page after a heading, where its picture goes. The picture replaces the text drawing of that paragraph. */
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

/** The characters that the Markdown converter escapes. */
const ESCAPED: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** Return a heading as plain text, without the option in brackets. */
function plainText(title: string): string {
  const text = title.replace(/ \(<code>.*\)/, "").replace(/<[^>]*>/g, "");
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (escaped) => ESCAPED[escaped] ?? escaped);
}

/** Return the numbered headings of a page. */
export function chapters(page: string): Chapter[] {
  const found = page.matchAll(/<h2 id="rule-(\d+)"[^>]*><b>§\d+<\/b> (.*?)<\/h2>/g);
  return [...found].map(([, rule = "", title = ""]) => ({ rule, title: plainText(title) }));
}
