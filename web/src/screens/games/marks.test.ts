import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { GameListed } from "../../core/protocol";

let marks: typeof import("./marks");
beforeEach(async () => {
  fakeBrowser();
  marks = await import("./marks");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const texts = (fields: Partial<GameListed>) =>
  marks
    .marksOf({ origin: "fair", standing: "ranked", board: "", number: 1, ...fields } as GameListed)
    .map(({ text }) => text);

test.each([
  [{}, ["Ranked"]],
  [{ standing: "assisted" }, ["Assisted"]],
  [{ origin: "daily", board: "daily:2026-11-17" }, ["Daily tomb, 17 Nov", "Ranked"]],
  [{ origin: "series", board: "competition:c", number: 3 }, ["Series, game 3", "Ranked"]],
  [{ origin: "code", board: "deal:X", standing: "repeat" }, ["Shared deal", "Deal played before"]],
  [{ standing: "free" }, ["Unranked"]],
] as const)("%j is marked", (fields, expected) => {
  expect(texts(fields)).toEqual(expected);
});

test("where a game comes from says that it doesn't count", () => {
  expect(texts({ origin: "terminal", standing: "free" })).toEqual(["Terminal"]);
  expect(texts({ origin: "import", standing: "assisted" })).toEqual(["Imported", "Assisted"]);
});

test("a mark leads to its board", () => {
  const [mark] = marks.marksOf({ origin: "daily", standing: "ranked", board: "daily:2026-11-17" } as GameListed);
  expect(mark?.href).toBe("#/daily/2026-11-17");
});

test("every origin but a fair shuffle is named", () => {
  const origins = [
    "again",
    "code",
    "contest",
    "daily",
    "import",
    "series",
    "terminal",
    "wager",
    "walkthrough",
  ] as const;
  for (const origin of origins) expect(texts({ origin, standing: "ranked" })).toHaveLength(2);
  expect(texts({ origin: "fair" })).toHaveLength(1);
});
