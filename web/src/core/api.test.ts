import { beforeEach, expect, test } from "vitest";
import type { request as requestType } from "./api";
import { fakeBrowser } from "./fake_browser";
import { fakeServer } from "./fake_server";

let api: typeof import("./api");
let request: typeof requestType;
beforeEach(async () => {
  fakeBrowser({ stored: { "underdeck.settings": { language: "es" } } });
  api = await import("./api");
  request = api.request;
  await (await import("./words.svelte")).loadLanguage("en");
});

test("a request is sent with its key, its body and the player's language", async () => {
  const sent = fakeServer({ "PUT /api/profile": [{ name: "Ada" }] });
  const body = { name: "Ada", language: "es" as const };
  expect(await request("PUT /api/profile", { key: "secret", body })).toEqual({ name: "Ada" });
  expect(sent).toEqual([{ route: "PUT /api/profile", body, key: "secret", language: "es" }]);
});

test("a key that no header can hold is sent as one that the server doesn't know", async () => {
  const sent = fakeServer({ "POST /api/chronicle/link": [{ key: "k" }] });
  await request("POST /api/chronicle/link", { key: "a\u0000ñb" });
  expect(sent[0]).toMatchObject({ key: "a??b" });
});

test("a question says which protocol the page reads, and needs neither key nor body", async () => {
  const sent = fakeServer({ [`GET /api/lobby?protocol=${api.PROTOCOL}`]: [{ tables: [] }] });
  expect(await request("GET /api/lobby")).toEqual({ tables: [] });
  expect(sent[0]).toMatchObject({ body: undefined, key: undefined });
});

test("parameters are put into the path", async () => {
  const sent = fakeServer({ [`GET /api/lessons/tomb?protocol=${api.PROTOCOL}`]: [{ steps: [] }] });
  await request("GET /api/lessons/{game}", { path: { game: "tomb" } });
  expect(sent).toHaveLength(1);
});

test("a refusal has the server's code and text, and the status", async () => {
  fakeServer({ "DELETE /api/seat": [{ status: 409, code: "table_running" }] });
  await expect(request("DELETE /api/seat", { key: "k" })).rejects.toMatchObject({
    code: "table_running",
    message: "No: table_running",
    status: 409,
  });
});

test("a response that isn't from the server is a refusal as well", async () => {
  fakeServer({ "DELETE /api/seat": [{ status: 502, code: "" }] });
  await expect(request("DELETE /api/seat", { key: "k" })).rejects.toMatchObject({ code: "broken", status: 502 });
});

test("without a connection the refusal says so in the player's language", async () => {
  fakeServer({ "DELETE /api/seat": ["lost"] });
  const { say } = await import("./words.svelte");
  await expect(request("DELETE /api/seat", { key: "k" })).rejects.toMatchObject({
    code: "offline",
    message: say("connection.unreachable"),
    status: 0,
  });
});

test("a wrong route, a missing key, a wrong body and a wrong field of the response fail the type check", async () => {
  fakeServer({
    "GET /api/nothing?protocol=3": [{}],
    "DELETE /api/seat": [{}],
    "POST /api/profile/claim": [{}],
    "POST /api/promises": [{ promise: "p" }],
  });
  // @ts-expect-error there is no such route
  await request("GET /api/nothing");
  // @ts-expect-error a seat is given up with its key
  await request("DELETE /api/seat");
  // @ts-expect-error the body has a code, not a key
  await request("POST /api/profile/claim", { body: { key: "k" } });
  // @ts-expect-error the response has no such field
  expect((await request("POST /api/promises")).seed).toBeUndefined();
});
