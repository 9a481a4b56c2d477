/** A book of chronicles as a file of its own. */
import { html, type Markup } from "../../core/markup";
import { formatDay, formatNumber } from "../../core/numbers";
import { say } from "../../core/words.svelte";
import { type DrawCards, taleMarkup, writeDocument } from "../chronicle/tale_file";
import type { Book } from "./book";
import type { BookTexts } from "./book_texts";

/** Return a book as a file. */
export function bookFile(book: Book, texts: BookTexts, language: string, draw: DrawCards): string {
  const front = html`<section class="front">${contents(book)}${fates(book)}${treasures(book, texts.lost)}${untold(texts.untold)}</section>`;
  const tales = book.tales.map(({ chronicle }, index) => taleMarkup(chronicle, 2, draw, idOf(index)));
  return writeDocument(language, texts.title, html`<main class="book">${titlePage(texts)}${front}${tales}</main>`);
}

const idOf = (index: number) => `tale-${index + 1}`;
const paragraph = (text: string) => (text ? html`<p>${text}</p>` : "");

const titlePage = ({ title, count, span, stopped, colophon }: BookTexts): Markup =>
  html`<section class="title"><h1>${title}</h1>${[count, span, stopped].map(paragraph)}<p class="colophon">${colophon}</p></section>`;

const contents = ({ tales }: Book): Markup => {
  const lines = tales.map(
    ({ chronicle: { title, subject } }, index) =>
      html`<li><a href="#${idOf(index)}">${title}</a> <span class="faint">${subject}</span></li>`,
  );
  return html`<h2>${say("journal.contents")}</h2><ol>${lines}</ol>`;
};

const fates = ({ tales }: Book): Markup => {
  const rows = tales.map(
    ({ listed, chronicle: { subject, fate } }) =>
      html`<tr><th scope="row">${subject}</th><td>${fate}</td><td class="date">${formatDay(listed.at)}</td></tr>`,
  );
  const columns = (["hero", "fate", "date"] as const).map(
    (column) => html`<th scope="col">${say(`journal.${column}`)}</th>`,
  );
  return html`<h2>${say("journal.fates")}</h2><table><thead><tr>${columns}</tr></thead><tbody>${rows}</tbody></table>`;
};

function treasures({ treasures: found, total }: Book, lost: string): Markup {
  const heading = html`<h2>${say("journal.treasures")}</h2>`;
  if (!found.length) return html`${heading}<p>${say("journal.no_treasure")}</p>${paragraph(lost)}`;
  const columns = (["kings", "points", "gold"] as const).map(
    (column) => html`<th scope="col" class="number">${say(`journal.${column}`)}</th>`,
  );
  const row = (name: string, { kings, points, gold }: Book["total"]) =>
    html`<tr><th scope="row">${name}</th>${[kings, points, gold].map((value) => html`<td class="number">${formatNumber(value)}</td>`)}</tr>`;
  return html`${heading}<table><thead><tr><th scope="col">${say("journal.hero")}</th>${columns}</tr></thead><tbody>${found.map((each) => row(each.subject, each))}</tbody><tfoot>${row(say("journal.total"), total)}</tfoot></table>${paragraph(lost)}`;
}

const untold = (lines: string[]): Markup | "" =>
  lines.length ? html`<h2>${say("journal.untold")}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>` : "";
