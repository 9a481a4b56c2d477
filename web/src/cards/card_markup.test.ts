import { expect, test } from "vitest";
import { fakeBrowser } from "../core/fake_browser";

const EVIL = `<img src=x onerror=alert(1)>"&'`;
const FACE = { rank: "7", icon: "troll", kind: "monster", kindName: EVIL, title: EVIL };

test("a card shows its rank, suit and icon but no title, and nothing of its texts becomes an element", async () => {
  fakeBrowser();
  const { cardMarkup } = await import("./card_markup");
  const { html } = cardMarkup({ ...FACE, code: "7S", suit: "S", symbol: "♠" }, "M0 0h1");
  expect(html).toContain('class="card"');
  expect(html).toContain('<b aria-hidden="true">7♠</b>');
  expect(html).toContain('d="M0 0h1"');
  expect(html).not.toContain("<img");
  expect(html.match(/&#60;img/g)).toHaveLength(1);
});

test("red suits are red, and a joker has no rank", async () => {
  fakeBrowser();
  const { cardMarkup } = await import("./card_markup");
  expect(cardMarkup({ ...FACE, code: "7H", suit: "H", symbol: "♥" }, "").html).toContain('class="card red"');
  expect(cardMarkup({ ...FACE, code: "Jk", suit: "", symbol: "★" }, "").html).toContain('<b aria-hidden="true">★</b>');
});
