import { expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";

const KEY = "underdeck.dungeon.new";

async function load(stored: object = {}) {
  const browser = fakeBrowser({ stored });
  const { describeGame } = await import("../../core/games");
  return { browser, game: describeGame("dungeon"), ...(await import("./form")), ...(await import("./remembered")) };
}

test("without a stored form there is a new one", async () => {
  const { game, newForm, rememberedForm } = await load();
  expect(rememberedForm(game)).toEqual(newForm());
});

test("a form comes back as it was sent, without the words for the shuffle", async () => {
  const { game, newForm, rememberedForm, rememberForm } = await load();
  const house = { pitch_black: true, turn_limit: 60 };
  const form = {
    ...newForm(),
    company: "friends" as const,
    players: 4,
    house,
    seats: ["random"],
    match: 3,
    opponents: ["careful"],
  };
  rememberForm({ ...form, words: "salt" });
  expect(rememberedForm(game)).toEqual(form);
});

test("what the server doesn't offer is replaced by the usual choice", async () => {
  const stored = {
    company: "crowd",
    players: 9,
    opponents: ["genius", "careful"],
    seats: ["genius", "random"],
    house: { gone: true, decks: 5 },
  };
  const { game, newForm, rememberedForm } = await load({ [KEY]: stored });
  expect(rememberedForm(game)).toEqual({ ...newForm(), opponents: ["careful"], seats: ["random"] });
});

test("the seats of an older form are forgotten: they may be those of a game against bots", async () => {
  const { game, newForm, rememberedForm } = await load({ [KEY]: { company: "friends", seats: ["random"] } });
  expect(rememberedForm(game)).toEqual({ ...newForm(), company: "friends" });
});

test("a damaged form is a new one", async () => {
  const { browser, game, newForm, rememberedForm } = await load();
  browser.storage.set(KEY, "{");
  expect(rememberedForm(game)).toEqual(newForm());
});
