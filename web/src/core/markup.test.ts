import { expect, test } from "vitest";
import { escapeText, html, type Markup } from "./markup";

const NAME = `<img src=x onerror="alert('1')">&\``;
const ESCAPED = "&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;&#96;";

test("texts are escaped, in elements and in attributes", () => {
  expect(escapeText(NAME)).toBe(ESCAPED);
  expect(html`<p title="${NAME}">${NAME}</p>`.html).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
});

test("pieces and lists of pieces keep their elements, and texts in lists are escaped", () => {
  const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${["&", 3]}`.html).toBe("<ul><li>a</li><li>&#60;b&#62;</li></ul>&#38;3");
});

test("an object that only looks like a piece isn't one", () => {
  const fake = { html: "<script>" } as unknown as Markup;
  expect(() => html`${fake}`).toThrow();
});
