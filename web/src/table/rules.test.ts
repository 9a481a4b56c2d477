import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../core/fake_browser";
import { LANGUAGES } from "../core/words.svelte";

let rules: typeof import("./rules");
let registry: typeof import("../games/registry");
beforeEach(async () => {
  fakeBrowser();
  rules = await import("./rules");
  registry = await import("../games/registry");
});

const PAGE = [
  "<p>Introduction, see §2.</p>",
  '<h2 id="rule-1" tabindex="-1"><b>§1</b> Setup</h2><p>One.</p>',
  '<h2 id="rule-2" tabindex="-1"><b>§2</b> The <em>Queen&#39;s</em> &amp; &quot;rest&quot; (<code>suicide_queen</code>)</h2>',
  '<pre>drawing</pre><ul><li id="rule-2.1"><b>§2.1</b> See §1 and §10.12.</li></ul>',
  '<h2 id="rule-3" tabindex="-1"><b>§3</b> The end</h2><pre>another</pre>',
].join("");

test("references become links; the numbers of paragraphs themselves stay", () => {
  const linked = rules.linkParagraphs(PAGE, "tomb");
  expect(linked).toContain('See <a data-rule="1" href="#/rules/tomb/1">§1</a>');
  expect(linked).toContain('<a data-rule="10.12" href="#/rules/tomb/10.12">§10.12</a>.');
  expect(linked).toContain("<b>§2.1</b>");
  expect(linked.match(/<a /g)).toHaveLength(3);
});

test("a page is cut after a heading, and the drawing of that paragraph is left out", () => {
  const [before, after] = rules.cutAfterHeading(PAGE, "2");
  expect(before).toMatch(/suicide_queen<\/code>\)<\/h2>$/);
  expect(after).toMatch(/^<ul><li id="rule-2\.1">/);
  expect(after).toMatch(/<pre>another<\/pre>$/);
});

test("the last paragraph is cut to the end of the page", () => {
  expect(rules.cutAfterHeading(PAGE, "3")[1]).toBe("");
});

test("a page without the heading stays whole", () => {
  expect(rules.cutAfterHeading(PAGE, undefined)).toEqual([PAGE, ""]);
  expect(rules.cutAfterHeading(PAGE, "9")).toEqual([PAGE, ""]);
});

test("chapters are the numbered headings as plain text, without options", () => {
  expect(rules.chapters(PAGE)).toEqual([
    { rule: "1", title: "Setup" },
    { rule: "2", title: `The Queen's & "rest"` },
    { rule: "3", title: "The end" },
  ]);
});

test("the rules of every game in every language have chapters, and a place for the picture", async () => {
  for (const { name, rulesPicture } of registry.allGames)
    for (const language of LANGUAGES) {
      const page = await rules.loadRules(name, language);
      expect(rules.chapters(page).length).toBeGreaterThan(5);
      for (const { title } of rules.chapters(page)) expect(title).not.toMatch(/[<>&]|^$/);
      if (rulesPicture) expect(rules.cutAfterHeading(page, rulesPicture.rule)[1]).not.toBe("");
    }
});
