/** A stand-in for the server's HTTP interface in tests, at the edge of the network. */
import { vi } from "vitest";

export interface SentRequest {
  route: string;
  body: unknown;
  key: string | undefined;
  language: string;
}
/** What the server answers: a body, an error status with its code, or a lost connection. */
export type Answer = object | { status: number; code: string } | "lost";

/** Replace `fetch`: each route answers with its list of answers in turn, the last one again and again. */
export function fakeServer(answers: Record<string, Answer[]>): SentRequest[] {
  const sent: SentRequest[] = [];
  const left = new Map(Object.entries(answers).map(([route, list]) => [route, [...list]]));
  vi.stubGlobal("fetch", async (address: string, { method, headers, body }: RequestInit) => {
    const { Authorization, "Accept-Language": language = "" } = headers as Record<string, string>;
    const route = `${method} ${address}`;
    sent.push({
      route,
      body: body === undefined ? undefined : JSON.parse(String(body)),
      key: Authorization?.replace("Bearer ", ""),
      language,
    });
    const list = left.get(route) ?? [];
    const answer = list.length > 1 ? list.shift() : list[0];
    if (answer === undefined) throw new Error(`unexpected request: ${route}`);
    if (answer === "lost") throw new TypeError("network error");
    if (!("status" in answer && "code" in answer)) return Response.json(answer);
    const { status, code } = answer as { status: number; code: string };
    return code
      ? Response.json({ refused: { code, text: `No: ${code}` } }, { status })
      : new Response("<html>", { status });
  });
  return sent;
}
