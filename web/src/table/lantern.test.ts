import { expect, test, vi } from "vitest";
import { fakeBrowser } from "../core/fake_browser";
import { type Answer, fakeServer } from "../core/fake_server";

const ROUTE = "POST /api/seat/advice";
const ADVICE = { version: 4, goal: "win", goals: ["win", "points"], best: "draw" };

async function light(answers: Answer[]) {
  fakeBrowser();
  const sent = fakeServer({ [ROUTE]: answers });
  const { Lantern } = await import("./lantern.svelte");
  return { lantern: new Lantern("k"), sent };
}

test("each update is asked about once, and its advice is kept until the next one", async () => {
  const { lantern, sent } = await light([ADVICE]);
  const [first, second] = [{}, {}];
  expect(lantern.isWaiting(first)).toBe(true);
  await Promise.all([lantern.ask(first, 3), lantern.ask(first, 3)]);
  expect(sent).toMatchObject([{ key: "k", body: { version: 3, goal: "", confirm: true } }]);
  expect(lantern.adviceFor(first)?.best).toBe("draw");
  expect(lantern.isWaiting(first)).toBe(false);
  expect(lantern.adviceFor(second)).toBeNull();
  expect(lantern.isWaiting(second)).toBe(true);
  expect(lantern.advice?.best).toBe("draw");
});

test("another goal is asked about again", async () => {
  const { lantern, sent } = await light([ADVICE]);
  const update = {};
  await lantern.ask(update, 3);
  lantern.goal = "points";
  expect(lantern.isWaiting(update)).toBe(true);
  await lantern.ask(update, 4);
  expect(sent.map(({ body }) => body)).toMatchObject([{ goal: "" }, { goal: "points" }]);
});

test("an answer that comes after the next question is dropped", async () => {
  const { lantern } = await light([{ ...ADVICE, best: "late" }, ADVICE]);
  const [first, second] = [{}, {}];
  await Promise.all([lantern.ask(first, 3), lantern.ask(second, 4)]);
  expect(lantern.adviceFor(first)).toBeNull();
  expect(lantern.adviceFor(second)?.best).toBe("draw");
});

test("a refusal is shown until the player asks again; one that resolves itself is not", async () => {
  const { lantern } = await light([{ status: 503, code: "unavailable" }, { status: 409, code: "stale" }, ADVICE]);
  const update = {};
  await lantern.ask(update, 3);
  expect(lantern.refusal).toContain("unavailable");
  lantern.retry();
  expect(lantern.refusal).toBe("");
  await lantern.ask(update, 3);
  expect(lantern.refusal).toBe("");
  await lantern.ask(update, 4);
  expect(lantern.adviceFor(update)?.best).toBe("draw");
});

test("a quick answer is asked for again until the server has played games out", async () => {
  vi.useFakeTimers();
  const quick = { ...ADVICE, refining: true, best: "drop KD" };
  const { lantern, sent } = await light([quick, quick, { status: 503, code: "unavailable" }, ADVICE]);
  const { REFINE_MS } = await import("./lantern.svelte");
  const update = {};
  await lantern.ask(update, 3);
  expect(lantern.adviceFor(update)?.best).toBe("drop KD");
  expect(lantern.isWaiting(update)).toBe(false);
  for (const asked of [2, 3, 4, 4]) {
    await vi.advanceTimersByTimeAsync(REFINE_MS);
    expect(sent).toHaveLength(asked);
  }
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 4 }, { version: 4 }, { version: 4 }]);
  expect(lantern.adviceFor(update)?.best).toBe("draw");
  expect(lantern.refusal).toBe("");
  vi.useRealTimers();
});

test("a quick answer is not asked for again after the next question, or once the table is left", async () => {
  vi.useFakeTimers();
  const { lantern, sent } = await light([{ ...ADVICE, refining: true }]);
  const { REFINE_MS } = await import("./lantern.svelte");
  await lantern.ask({}, 3);
  await lantern.ask({}, 5);
  await vi.advanceTimersByTimeAsync(REFINE_MS);
  expect(sent.map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 5 }, { version: 4 }]);
  lantern.stop();
  await vi.advanceTimersByTimeAsync(REFINE_MS);
  expect(sent).toHaveLength(3);
  vi.useRealTimers();
});

test("a refusal is about one update: with the next one advice is asked for again", async () => {
  const { lantern, sent } = await light([{ status: 409, code: "no_assists" }, ADVICE]);
  const [first, second] = [{}, {}];
  await lantern.ask(first, 3);
  expect(lantern.refusal).not.toBe("");
  lantern.follow(null);
  lantern.follow(first);
  expect(lantern.refusal).not.toBe("");
  lantern.follow(second);
  expect(lantern.refusal).toBe("");
  await lantern.ask(second, 4);
  expect(sent).toHaveLength(2);
  expect(lantern.adviceFor(second)?.best).toBe("draw");
});

test("while another player decides, the refusal is not shown", async () => {
  const { lantern } = await light([{ status: 409, code: "advice_later" }]);
  await lantern.ask({}, 3);
  expect(lantern.refusal).toBe("");
});
