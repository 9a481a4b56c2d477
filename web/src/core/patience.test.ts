import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeBrowser } from "./fake_browser";

let patiently: typeof import("./patience").patiently;
let Refusal: typeof import("./api").Refusal;
beforeEach(async () => {
  fakeBrowser();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  ({ patiently } = await import("./patience"));
  ({ Refusal } = await import("./api"));
});
afterEach(() => {
  vi.useRealTimers();
});

const refuse = (status: number) => () => Promise.reject(new Refusal("code", "No", status));

/** Send a request that is refused with each status in turn, let all delays pass, and return the number of requests. */
async function send(...statuses: number[]): Promise<number> {
  const request = vi.fn(() => Promise.resolve("done"));
  for (const status of statuses) request.mockImplementationOnce(refuse(status) as never);
  const sent = patiently(request).then(
    () => request.mock.calls.length,
    () => -request.mock.calls.length,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return await sent;
}

test("a request that is taken is sent once", async () => {
  expect(await send()).toBe(1);
});

test("a request that comes too early is sent again", async () => {
  expect(await send(429, 429)).toBe(3);
});

test("any other refusal is final", async () => {
  expect(await send(404)).toBe(-1);
  expect(await send(429, 0)).toBe(-2);
});

test("patience ends after the minute that a server may need", async () => {
  expect(await send(...Array(25).fill(429))).toBe(-25);
});
