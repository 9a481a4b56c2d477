import { expect, test, vi } from "vitest";
import { asText, copy, share } from "./share";

const RESULT = { text: "Tomb of Four Kings 2/31", url: "https://example.org/#/tomb/7KQ2P" };
const AS_TEXT = "Tomb of Four Kings 2/31\nhttps://example.org/#/tomb/7KQ2P";

const failure = (name: string) => Object.assign(new Error(name), { name });
function clipboard(writeText = vi.fn(async (_text: string) => undefined)) {
  return { clipboard: { writeText }, writeText };
}

test("a text and its link stand on lines of their own", () => {
  expect(asText(RESULT)).toBe(AS_TEXT);
  expect(asText({ url: "https://example.org" })).toBe("https://example.org");
  expect(asText({ text: "Slain" })).toBe("Slain");
});

test("the share dialog gets the text, the link and a title", async () => {
  const dialog = vi.fn(async () => undefined);
  const { writeText, ...device } = clipboard();
  expect(await share(RESULT, { share: dialog, ...device })).toBe("sent");
  expect(dialog).toHaveBeenCalledExactlyOnceWith({ title: "Underdeck", ...RESULT });
  expect(writeText).not.toHaveBeenCalled();
});

test("without a share dialog everything is copied", async () => {
  const { writeText, ...device } = clipboard();
  expect(await share(RESULT, device)).toBe("copied");
  expect(writeText).toHaveBeenCalledExactlyOnceWith(AS_TEXT);
});

test("nothing is copied when the player closes the share dialog", async () => {
  const { writeText, ...device } = clipboard();
  expect(await share(RESULT, { share: () => Promise.reject(failure("AbortError")), ...device })).toBe("cancelled");
  expect(writeText).not.toHaveBeenCalled();
});

test("everything is copied when the share dialog fails", async () => {
  const { writeText, ...device } = clipboard();
  expect(await share(RESULT, { share: () => Promise.reject(failure("NotAllowedError")), ...device })).toBe("copied");
  expect(writeText).toHaveBeenCalledOnce();
});

test("the player copies by hand if there is no clipboard or it refuses", async () => {
  expect(await share(RESULT, {})).toBe("refused");
  expect(await copy(RESULT, {})).toBe("refused");
  const { writeText: _, ...device } = clipboard(vi.fn(() => Promise.reject(failure("NotAllowedError"))));
  expect(await copy(RESULT, device)).toBe("refused");
});

test("copying never opens the share dialog", async () => {
  const dialog = vi.fn(async () => undefined);
  expect(await copy(RESULT, { ...clipboard(), share: dialog } as never)).toBe("copied");
  expect(dialog).not.toHaveBeenCalled();
});
