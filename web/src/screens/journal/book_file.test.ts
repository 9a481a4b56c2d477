import { expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { JournalEntry } from "../../core/protocol";

const EVIL = `<img src=x onerror=alert(1)>"&'`;
const tale = { title: EVIL, subject: EVIL, fate: EVIL, game: "tomb", language: "en", length: "full", seat: null };
const plot = { kings: 1, points: 12, gold: 1200 };
const listed = { table: "t", game: "tomb", at: 1_795_000_000, survived: true, has_record: true };
const ENTRIES = [
  { listed: { ...listed, table: "u" }, chronicle: null },
  { listed, chronicle: { ...tale, table: "t", players: [], plot, sections: [] } },
] as unknown as JournalEntry[];

test("the file of a book has its title page, tables and tales, and every text is escaped", async () => {
  fakeBrowser();
  const { loadLanguage } = await import("../../core/words.svelte");
  await loadLanguage("en");
  const { bindBook } = await import("./book");
  const { bookTexts } = await import("./book_texts");
  const { bookFile } = await import("./book_file");
  const book = bindBook(ENTRIES);
  const texts = bookTexts(book, EVIL, 9);
  const written = bookFile(book, texts, "en", () => []);
  expect(texts.title).toContain(EVIL);
  expect(texts.stopped).toBe("Only the latest 2 of 9 tales are bound here.");
  expect(texts.untold).toHaveLength(1);
  expect(texts.colophon).toContain("is by Matthew Lowes");
  expect(written).not.toContain("<img");
  expect(written.match(/<table>/g)).toHaveLength(2);
  expect(written).toContain('<a href="#tale-1">');
  expect(written).toContain('<article class="tale" id="tale-1">');
  expect(written).toContain('<td class="number">1,200</td>');
});
