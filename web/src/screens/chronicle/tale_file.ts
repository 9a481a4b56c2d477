/** A chronicle as a file of its own, which needs neither the page nor a network. */
import { html, Markup } from "../../core/markup";
import type { ChronicleShown } from "../../core/protocol";
import { FILE_STYLE } from "./file_style";

/** How a file draws the cards of a game. */
export type DrawCards = (game: string, codes: readonly string[]) => Markup[];

/** The type of HTML files. */
export const HTML_TYPE = "text/html;charset=utf-8";

const MAX_NAME_LENGTH = 60;

/** Return a name for the file of a chronicle: its title in plain letters. */
export function taleFileName(title: string): string {
  const letters = title
    .normalize("NFKD")
    .replace(/[\p{Mn}’']/gu, "")
    .toLowerCase();
  const name = letters
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^-|-$/g, "");
  return `underdeck-${name || "chronicle"}.html`;
}

/** Return a whole document. */
export function writeDocument(language: string, title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${new Markup(FILE_STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`.html;
}

/** Return a chronicle as a file. */
export const taleFile = (tale: ChronicleShown, colophon: string, draw: DrawCards): string =>
  writeDocument(
    tale.language,
    tale.title,
    html`<main>${taleMarkup(tale, 1, draw)}<p class="colophon">${colophon}</p></main>`,
  );

/** Return the article of a chronicle whose title is a heading of this level. */
export function taleMarkup(tale: ChronicleShown, level: 1 | 2, draw: DrawCards, id = ""): Markup {
  const heading = (text: string, depth: number) => {
    const tag = new Markup(`h${depth}`);
    return html`<${tag}>${text}</${tag}>`;
  };
  const sections = tale.sections.map(
    (section) => html`<section>${section.heading ? heading(section.heading, level + 1) : ""}
${section.paragraphs.map(
  ({ text, cards }) => html`${cardsMarkup(draw(tale.game, cards))}<p>${text}</p>
`,
)}</section>`,
  );
  return html`<article class="tale"${id ? html` id="${id}"` : ""}>
<header>${heading(tale.title, level)}<p class="subject">${tale.subject}</p><p class="fate">${tale.fate}</p></header>
${sections}
</article>`;
}

const cardsMarkup = (cards: Markup[]): Markup =>
  cards.length ? html`<ul class="cards">${cards.map((card) => html`<li>${card}</li>`)}</ul>` : html``;
