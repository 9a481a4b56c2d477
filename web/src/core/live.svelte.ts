/** The connection to one live table. It reconnects by itself, and no move is lost or made twice. */
import { WebSocket as Reconnecting } from "partysocket";
import { PROTOCOL } from "./api";
import type { Done, Refused, Spoken, Table } from "./protocol";
import { settings } from "./settings.svelte";

type CommandBody = { type: "move"; move: string } | { type: "undo" | "count" };
type Command = CommandBody & { id: string; version: number };
/** The whole table: parts that the last message left out are taken from the messages before. */
export type TableSnapshot = Required<Omit<Table, "done" | "story_from" | "quips">> &
  Pick<Table, "story_from" | "quips">;
type Listener = (snapshot: TableSnapshot) => void;
export type Connection = "connecting" | "live" | "lost" | "closed";

/** Temporary refusals, besides those of the store: the same move is sent again. */
const TEMPORARY = new Set(["table_busy", "too_fast", "unavailable", "draining", "broken"]);
const isTemporary = (code: string) => TEMPORARY.has(code) || code.startsWith("store_");
const RETRY_AFTER_MS = 1000;
/** The close code of a rejected key. After any other code, such as 1013, the socket reconnects with growing pauses. */
const CLOSED_FOR_GOOD = 1008;

export class LiveTable {
  snapshot = $state.raw<TableSnapshot | null>(null);
  connection = $state<Connection>("connecting");
  refused = $state.raw<Refused | null>(null);
  spoken = $state.raw<(Spoken & { at: number }) | null>(null);
  /** The command that was sent and not acknowledged yet. */
  pending = $state.raw<Command | null>(null);
  /** The server's clock minus this device's, in seconds. */
  clockOffset = 0;
  private socket: Reconnecting;
  private listeners = new Set<Listener>();

  constructor(private key: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new Reconnecting(`${scheme}://${location.host}/ws`, [], {
      maxEnqueuedMessages: 0,
      minReconnectionDelay: 300,
      maxReconnectionDelay: 4000,
    });
    this.socket.addEventListener("open", () => this.sendHello());
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.onClose(event.code));
  }

  /** Call the listener for every table message; return a function that stops it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  move(move: string): void {
    this.sendCommand({ type: "move", move });
  }

  undo(): void {
    this.sendCommand({ type: "undo" });
  }

  /** Open the card counter. */
  count(): void {
    this.sendCommand({ type: "count" });
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

  /** Change how many seconds bots take; only the host may. */
  setPace(pace: number): void {
    this.send({ type: "pace", pace });
  }

  /** Give a free seat to a bot before the game, or all of them; only the host may. */
  fill(bot: string, seat: number | null = null): void {
    this.send({ type: "fill", bot, seat });
  }

  /** Free a seat again that was given to a bot; only the host may. */
  free(seat: number): void {
    this.send({ type: "free", seat });
  }

  rematch(): void {
    this.send({ type: "rematch" });
  }

  speak(phrase: Spoken["phrase"]): void {
    this.send({ type: "speak", phrase });
  }

  /** Closing a socket that is still connecting logs a browser error, so it is closed once open. */
  close(): void {
    if (this.socket.readyState === Reconnecting.CONNECTING)
      this.socket.addEventListener("open", () => this.socket.close());
    else this.socket.close();
  }

  /** Send a command that the server acknowledges, one at a time; it is sent again after a reconnection. */
  private sendCommand(body: CommandBody): void {
    if (!this.snapshot || this.pending) return;
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const command: Command = { ...body, id, version: this.snapshot.version };
    this.pending = command;
    this.refused = null;
    this.send(command);
  }

  private send(message: object): void {
    if (this.socket.readyState === Reconnecting.OPEN) this.socket.send(JSON.stringify(message));
  }

  private sendHello(): void {
    this.send({
      type: "hello",
      key: this.key,
      seen: this.snapshot?.version ?? 0,
      language: settings.language,
      protocol: PROTOCOL,
    });
    if (this.pending) this.send(this.pending);
  }

  private receive(message: Table | Done | Refused | Spoken): void {
    if (message.type === "table") this.update(message);
    else if (message.type === "done") this.acknowledge(message.id, message.version);
    else if (message.type === "refused") this.onRefused(message);
    else if (message.type === "spoken") this.spoken = { ...message, at: Date.now() };
  }

  /** Parts that a message leaves out haven't changed. */
  private update({ done, ...changes }: Table): void {
    this.connection = "live";
    this.clockOffset = changes.now - Date.now() / 1000;
    const snapshot = { ...this.snapshot, story_from: undefined, quips: undefined, ...changes } as TableSnapshot;
    this.snapshot = snapshot;
    if (done) this.acknowledge(done, changes.version);
    for (const listener of this.listeners) listener(snapshot);
  }

  /** The command is stored. If the version didn't change, the move stays face down until its window closes. */
  private acknowledge(id: string, version: number): void {
    if (!this.pending || this.pending.id !== id) return;
    if (this.snapshot && this.pending.version === version) this.snapshot = { ...this.snapshot, answered: true };
    this.pending = null;
  }

  private onRefused(refused: Refused): void {
    const isOwn = this.pending && refused.id === this.pending.id;
    if (isOwn && isTemporary(refused.code)) {
      setTimeout(() => this.pending && this.send(this.pending), RETRY_AFTER_MS);
      return;
    }
    if (isOwn) this.pending = null;
    this.refused = refused;
  }

  private onClose(code: number): void {
    if (code === CLOSED_FOR_GOOD) {
      this.connection = "closed";
      this.socket.close();
    } else if (this.connection !== "closed") {
      this.connection = this.snapshot ? "lost" : "connecting";
    }
  }
}
