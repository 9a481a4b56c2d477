import { expect, test } from "vitest";
import { html } from "../../core/markup";
import type { ChronicleShown } from "../../core/protocol";
import { taleFile, taleFileName } from "./tale_file";

const EVIL = `<img src=x onerror=alert(1)>"&'`;
const CARD = html`<div class="card">${EVIL}</div>`;
const TALE: ChronicleShown = {
  table: "t",
  game: "tomb",
  language: "en",
  length: "full",
  seat: null,
  players: [],
  title: EVIL,
  subject: EVIL,
  fate: EVIL,
  plot: {},
  sections: [
    { phase: "opening", heading: EVIL, paragraphs: [{ text: EVIL, first: 0, last: 0, cards: ["7S"] }] },
    { phase: "ending", heading: "", paragraphs: [{ text: "Out.", first: 1, last: 2, cards: [] }] },
  ],
};
const written = taleFile(TALE, EVIL, (_, codes) => codes.map(() => CARD));

test("nothing of a chronicle becomes an element or an attribute", () => {
  expect(written).not.toContain("<img");
  expect(written).not.toContain(`"&'`);
  expect(written.match(/&#60;img/g)).toHaveLength(8);
});

test("the file has the title, the headings, the paragraphs and their cards, and needs nothing else", () => {
  expect(written).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect([/<h1>/g, /<h2>/g, /<section>/g, /class="card"/g].map((tag) => written.match(tag)?.length)).toEqual([
    1, 1, 2, 1,
  ]);
  expect(written).toContain("<p>Out.</p>");
  expect(written).not.toMatch(/\b(src|href)="|@import|url\(/);
});

test("the name of the file is the title in plain letters", () => {
  expect(taleFileName("What Became of Íñigo’s “Lamp”")).toBe("underdeck-what-became-of-inigos-lamp.html");
  expect(taleFileName("¿…?")).toBe("underdeck-chronicle.html");
  expect(taleFileName("a ".repeat(100))).toMatch(/^[\w-]{60,70}\w\.html$/);
});
