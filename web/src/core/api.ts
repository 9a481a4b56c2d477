/** HTTP requests. A refused one throws a `Refusal` with its text in the player's language. */
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

type Method = "GET" | "POST" | "PUT" | "DELETE";

export async function ask<T>(
  method: Method,
  path: string,
  options: { body?: unknown; key?: string | null } = {},
): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": settings.language };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.key) headers.Authorization = `Bearer ${options.key}`;
  let response: Response;
  try {
    response = await fetch(`/api/${path}${method === "GET" ? `?protocol=${PROTOCOL}` : ""}`, {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
  } catch {
    throw new Refusal("offline", say("connection.unreachable"), 0);
  }
  const payload = await response.json().catch(() => undefined);
  if (response.ok && payload !== undefined) return payload as T;
  throw new Refusal(
    payload?.refused?.code ?? "broken",
    payload?.refused?.text ?? say("connection.unreachable"),
    response.status,
  );
}
