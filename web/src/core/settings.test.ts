import { expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

async function open(stored: object | null, { isReduced = false, languages = ["en"] } = {}) {
  fakeBrowser({ stored: stored ? { "underdeck.settings": stored } : {}, isReduced, languages });
  return await import("./settings.svelte");
}

test("a new device has the defaults, in the language of its browser", async () => {
  const { settings } = await open(null, { languages: ["es-MX"] });
  expect(settings).toMatchObject({ language: "es", theme: "auto", sound: false, autoPass: true, name: "" });
});

test("stored settings take precedence, and new ones get their defaults", async () => {
  const { settings } = await open({ name: "Ada", theme: "dark" }, { languages: ["es"] });
  expect(settings).toMatchObject({ name: "Ada", theme: "dark", language: "es", autoPass: true });
});

test("settings that can't be read are replaced with the defaults", async () => {
  const browser = fakeBrowser();
  browser.storage.set("underdeck.settings", "{broken");
  expect((await import("./settings.svelte")).settings.theme).toBe("auto");
});

test.each([
  ["auto", false, 300],
  ["auto", true, 0],
  ["full", true, 300],
  ["reduced", false, 0],
] as const)(
  "with motion %s, and reduced motion %s on the device, 300 ms become %i",
  async (motion, isReduced, expected) => {
    const { duration } = await open({ motion }, { isReduced });
    expect(duration(300)).toBe(expected);
  },
);

test("a stored value that a setting can't have is replaced with its default", async () => {
  const stored = { language: "xx", theme: "dark", motionSpeed: "warp", name: 5, sound: "yes", tips: null, removed: 1 };
  const { settings } = await open(stored);
  expect(settings).toMatchObject({
    language: "en",
    theme: "dark",
    motionSpeed: "normal",
    name: "",
    sound: false,
    tips: [],
  });
  expect(settings).not.toHaveProperty("removed");
});
