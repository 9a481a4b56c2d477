import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

const ROUTE = "GET /api/lessons/tomb?protocol=3";
let lessons: typeof import("./lessons");
let settings: typeof import("../../core/settings.svelte").settings;
beforeEach(async () => {
  fakeBrowser({ stored: { "underdeck.settings": { language: "en" } } });
  lessons = await import("./lessons");
  settings = (await import("../../core/settings.svelte")).settings;
});

test("a lesson is requested once per language", async () => {
  const sent = fakeServer({ [ROUTE]: [{ steps: [] }] });
  await Promise.all([lessons.loadLesson("tomb"), lessons.loadLesson("tomb")]);
  settings.language = "es";
  await lessons.loadLesson("tomb");
  expect(sent.map(({ language }) => language)).toEqual(["en", "es"]);
});

test("a failed request is made again", async () => {
  const sent = fakeServer({ [ROUTE]: ["lost", { steps: [] }] });
  await expect(lessons.loadLesson("tomb")).rejects.toThrow();
  expect(await lessons.loadLesson("tomb")).toEqual({ steps: [] });
  expect(sent).toHaveLength(2);
});
