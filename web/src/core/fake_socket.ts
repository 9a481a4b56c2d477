/** A stand-in for the browser's WebSocket in tests: the test plays the server. */
import { vi } from "vitest";

type Message = Record<string, unknown>;

export class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  /** All sockets that were opened, the newest last. */
  static opened: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  binaryType = "blob";
  sent: Message[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.opened.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.drop(code);
  }
  /** Accept the connection. */
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  /** Send a message to the page. */
  tell(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  /** Close the connection from the server's side. */
  drop(code: number): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "", wasClean: true }));
  }
}

/** Replace the browser's WebSocket. */
export function fakeSockets(): typeof FakeSocket {
  FakeSocket.opened = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  return FakeSocket;
}
