/** HTTP requests, typed by route. A refused one throws a `Refusal` with its text in the player's language. */
import type { Routes } from "./protocol";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

/** The version of the wire protocol that this page speaks. */
export const PROTOCOL = 3;

/** The method and the path of a route, such as `GET /api/replay`. */
export type Route = keyof Routes;
/** What a request needs: a key, the parameters in its path, a body. */
export type RequestParts<R extends Route> = Omit<Routes[R], "response">;
export type ResponseOf<R extends Route> = Routes[R]["response"];
type Arguments<R extends Route> = Record<never, never> extends RequestParts<R> ? [RequestParts<R>?] : [RequestParts<R>];

export async function request<R extends Route>(route: R, ...[parts]: Arguments<R>): Promise<ResponseOf<R>> {
  const { key, path = {}, body } = (parts ?? {}) as { key?: string; path?: Record<string, string>; body?: unknown };
  const [method = "", template = ""] = route.split(" ");
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const headers: Record<string, string> = { "Accept-Language": settings.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  // Keys are ASCII; one from a damaged link must not make the request impossible.
  if (key) headers.Authorization = `Bearer ${key.replace(/[^!-~]/g, "?")}`;
  let response: Response;
  try {
    response = await fetch(method === "GET" ? `${address}?protocol=${PROTOCOL}` : address, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", say("connection.unreachable"), 0);
  }
  const payload = await response.json().catch(() => undefined);
  if (response.ok && payload !== undefined) return payload;
  throw new Refusal(
    payload?.refused?.code ?? "broken",
    payload?.refused?.text ?? say("connection.unreachable"),
    response.status,
  );
}
