import { expect, test } from "vitest";
import { fakeBrowser } from "./fake_browser";

async function open(language: "en" | "es") {
  fakeBrowser({ stored: { "underdeck.settings": { language } } });
  return await import("./numbers");
}

test.each([
  [0, "0%"],
  [0.001, "1%"],
  [0.424, "42%"],
  [0.999, "99%"],
  [1, "100%"],
])("the share %d is %s: only nothing is 0 and only everything is 100", async (share, text) => {
  const { formatShare } = await open("en");
  expect(formatShare(share)).toBe(text);
});

test("shares, numbers and months are written as in the language", async () => {
  const { formatShare, formatNumber, formatMonth } = await open("es");
  expect(formatShare(0.4).replace(/\s/, " ")).toBe("40 %");
  expect(formatNumber(2.34)).toBe("2,3");
  expect(formatMonth("2026-11")).toBe("noviembre de 2026");
});

test("a day has no hour", async () => {
  const { formatDay } = await open("en");
  expect(formatDay(Date.UTC(2026, 10, 17, 12) / 1000)).toBe("17 Nov 2026");
});
