import { expect, test, vi } from "vitest";
import { cutAfterHeading, linkParagraphs, loadRules } from "./rules";

vi.hoisted(() => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("navigator", { languages: ["en"] });
});

const PAGE =
  '<h2 id="rule-2"><b>§2</b> The spread</h2><p>As in §3.6.</p><pre>drawing</pre><h2 id="rule-3"><b>§3</b> A turn</h2>';

test("a reference to a paragraph becomes a link, the number of a paragraph doesn't", () => {
  const linked = linkParagraphs(PAGE, "tomb");
  expect(linked).toContain('<a data-rule="3.6" href="#/rules/tomb/3.6">§3.6</a>');
  expect(linked.match(/<a /g)).toHaveLength(1);
});

test("a picture stands after its heading, in place of the drawing in text", () => {
  const [before, after] = cutAfterHeading(PAGE, "2");
  expect(before).toMatch(/The spread<\/h2>$/);
  expect(after).not.toContain("drawing");
  expect(before + after).toContain("A turn");
});

test("a page without a picture, or without the heading, stays whole", () => {
  expect(cutAfterHeading(PAGE, undefined)).toEqual([PAGE, ""]);
  expect(cutAfterHeading(PAGE, "9")).toEqual([PAGE, ""]);
});

test.each(["tomb", "dungeon"] as const)("the rules of %s are there in both languages", async (game) => {
  const [english, spanish] = [await loadRules(game, "en"), await loadRules(game, "es")];
  for (const page of [english, spanish]) expect(page).toContain('id="rule-1"');
  expect(english).not.toBe(spanish);
});
