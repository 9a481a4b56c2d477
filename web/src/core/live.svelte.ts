/** One live table over its socket: what is seen of it, and what is said. It heals by itself, and no move is lost or made twice. */
import { WebSocket as Reconnecting } from "partysocket";
import { PROTOCOL } from "./api";
import type { Refused, Spoken, Table } from "./protocol";
import { settings } from "./settings.svelte";

type Named = { id: string; version: number };
type Sent = ({ type: "move"; move: string } & Named) | ({ type: "undo" | "count" } & Named);
/** The table as it was last shown: what a frame left out, from the frames before. */
export type Seen = Required<Omit<Table, "done">>;
export type Connection = "connecting" | "live" | "lost" | "closed";

/** Temporary refusals, besides those of the store: the same move is sent again. */
const TEMPORARY = new Set(["table_busy", "too_fast", "unavailable", "draining", "broken"]);
const isTemporary = (code: string) => TEMPORARY.has(code) || code.startsWith("store_");
const RETRY_AFTER_MS = 1000;
/** After any other close code, 1013 (try again later) among them, the socket connects again with growing pauses. */
const CLOSED_FOR_GOOD = 1008;

export class LiveTable {
  /** The table as it was last shown, whole. */
  frame = $state.raw<Seen | null>(null);
  connection = $state<Connection>("connecting");
  refused = $state.raw<Refused | null>(null);
  spoken = $state.raw<(Spoken & { at: number }) | null>(null);
  /** The move that was said and not answered yet. */
  pending = $state.raw<Sent | null>(null);
  /** The house's clock less ours, in seconds. */
  offset = 0;
  private socket: Reconnecting;
  private listeners = new Set<(frame: Seen) => void>();

  constructor(private key: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new Reconnecting(`${scheme}://${location.host}/ws`, [], {
      maxEnqueuedMessages: 0,
      minReconnectionDelay: 300,
      maxReconnectionDelay: 4000,
    });
    this.socket.addEventListener("open", () => this.greet());
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event.code));
  }

  /** Be told of every frame, with its events, as it comes. */
  listen(told: (frame: Seen) => void): () => void {
    this.listeners.add(told);
    return () => this.listeners.delete(told);
  }

  get isMine(): boolean {
    return this.frame?.seat !== null && this.frame?.seat !== undefined;
  }

  /** Seconds until a moment of the house's clock. */
  until(moment: number): number {
    return moment - this.offset - Date.now() / 1000;
  }

  move(move: string): void {
    this.insist({ type: "move", move });
  }

  undo(): void {
    this.insist({ type: "undo" });
  }

  /** Open the card counter. */
  count(): void {
    this.insist({ type: "count" });
  }

  /** Commit to a share of the shuffle by its hash. */
  commit(share: string): void {
    this.send({ type: "commit", share });
  }

  /** Reveal the share that was committed to. */
  reveal(words: string): void {
    this.send({ type: "reveal", words });
  }

  resign(): void {
    this.send({ type: "resign" });
  }

  rematch(): void {
    this.send({ type: "rematch" });
  }

  speak(phrase: string): void {
    this.send({ type: "speak", phrase });
  }

  /** A socket that is just being opened is let in first: browsers complain otherwise. */
  close(): void {
    if (this.socket.readyState === Reconnecting.CONNECTING)
      this.socket.addEventListener("open", () => this.socket.close());
    else this.socket.close();
  }

  /** Send what is to be acknowledged, one at a time; it is sent again after a lost connection. */
  private insist(wanted: { type: "move"; move: string } | { type: "undo" | "count" }): void {
    if (!this.frame || this.pending) return;
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const sent: Sent = { ...wanted, id, version: this.frame.version };
    this.pending = sent;
    this.refused = null;
    this.send(sent);
  }

  private send(message: object): void {
    if (this.socket.readyState === Reconnecting.OPEN) this.socket.send(JSON.stringify(message));
  }

  private greet(): void {
    this.send({
      type: "hello",
      key: this.key,
      seen: this.frame?.version ?? 0,
      language: settings.language,
      protocol: PROTOCOL,
    });
    if (this.pending) this.send(this.pending);
  }

  private hear(message: { type: string } & Record<string, unknown>): void {
    if (message.type === "table") this.see(message as unknown as Table);
    else if (message.type === "done") this.acknowledge(message.id, message.version);
    else if (message.type === "refused") this.refuse(message as unknown as Refused);
    else if (message.type === "spoken") this.spoken = { ...(message as unknown as Spoken), at: Date.now() };
  }

  /** A part that is left out is as it was. */
  private see({ done, ...shown }: Table): void {
    this.connection = "live";
    this.offset = shown.now - Date.now() / 1000;
    const frame = { ...this.frame, ...shown } as Seen;
    this.frame = frame;
    if (done) this.acknowledge(done, shown.version);
    for (const told of this.listeners) told(frame);
  }

  /** The move is on disk. Taken without showing anything new, it lies face down until its window closes. */
  private acknowledge(id: unknown, version: unknown): void {
    if (!this.pending || this.pending.id !== id) return;
    if (this.frame && this.pending.version === version) this.frame = { ...this.frame, answered: true };
    this.pending = null;
  }

  private refuse(refused: Refused): void {
    const mine = this.pending && refused.id === this.pending.id;
    if (mine && isTemporary(refused.code)) {
      setTimeout(() => this.pending && this.send(this.pending), RETRY_AFTER_MS);
      return;
    }
    if (mine) this.pending = null;
    this.refused = refused;
  }

  private closed(code: number): void {
    if (code === CLOSED_FOR_GOOD) {
      this.connection = "closed";
      this.socket.close();
    } else if (this.connection !== "closed") {
      this.connection = this.frame ? "lost" : "connecting";
    }
  }
}
