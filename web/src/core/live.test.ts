import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeBrowser } from "./fake_browser";
import { FakeSocket, fakeSockets } from "./fake_socket";
import type { LiveTable, TableSnapshot } from "./live.svelte";

/** The longest pause between two attempts to connect. */
const MAX_PAUSE_MS = 4000;
const TABLE = {
  type: "table",
  table: "t1",
  version: 7,
  game: "tomb",
  status: "running",
  seat: 0,
  house: { drop_sum: true },
  seats: [],
  fair: null,
  window: null,
  answered: false,
  now: 1_000_005,
  view: null,
  events: [],
  story: ["It begins."],
  unseen: null,
};
/** A message that leaves out what hasn't changed. */
const PARTIAL = { type: "table", version: 8, status: "running", window: null, answered: false, now: 1_000_006 };
const NEXT = { ...PARTIAL, view: null, events: [], story: ["It goes on."], unseen: null };

let live: LiveTable;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  fakeBrowser({ stored: { "underdeck.settings": { language: "es" } } });
  fakeSockets();
  const { LiveTable } = await import("./live.svelte");
  live = new LiveTable("secret");
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});

const socket = () => FakeSocket.opened.at(-1) as FakeSocket;
const sent = (type: string) => socket().sent.filter((message) => message.type === type);
function begin() {
  socket().accept();
  socket().tell(TABLE);
}
/** Wait for the next attempt to connect, and accept it. */
async function reconnect() {
  const count = FakeSocket.opened.length;
  for (let waited = 0; FakeSocket.opened.length === count && waited < MAX_PAUSE_MS; waited += 100)
    await vi.advanceTimersByTimeAsync(100);
  expect(FakeSocket.opened).toHaveLength(count + 1);
  socket().accept();
}

test("the key is sent in the first message, not in the address", () => {
  expect(live.connection).toBe("connecting");
  socket().accept();
  expect(socket().url).toBe("wss://example.org/ws");
  expect(socket().sent).toEqual([{ type: "hello", key: "secret", seen: 0, language: "es", protocol: 3 }]);
});

test("a snapshot is kept and given to every listener until it stops listening", () => {
  const heard: TableSnapshot[] = [];
  const stop = live.listen((snapshot) => heard.push(snapshot));
  begin();
  expect(live.connection).toBe("live");
  expect(live.snapshot).toMatchObject({ version: 7, house: { drop_sum: true } });
  expect(heard).toEqual([live.snapshot]);
  stop();
  socket().tell(NEXT);
  expect(heard).toHaveLength(1);
});

test("the server's clock is compared with this device's", () => {
  begin();
  expect(live.clockOffset).toBe(5);
});

test("parts that a message leaves out are taken from the messages before", () => {
  begin();
  socket().tell(NEXT);
  expect(live.snapshot).toMatchObject({ version: 8, house: { drop_sum: true }, table: "t1", story: ["It goes on."] });
});

test("a move is sent with an id and the version it was chosen at, one at a time", () => {
  live.move("too early");
  begin();
  live.move("delve");
  live.move("retreat");
  live.undo();
  const [move, ...more] = sent("move");
  expect(move).toMatchObject({ type: "move", move: "delve", version: 7 });
  expect(move?.id).toMatch(/^[\w-]{10,}$/);
  expect([more, sent("undo")]).toEqual([[], []]);
  expect(live.pending).toEqual(move);
});

test("a table that carries the id of the move acknowledges it", () => {
  begin();
  live.move("delve");
  socket().tell({ ...NEXT, done: live.pending?.id });
  expect(live.pending).toBeNull();
  expect(live.snapshot).not.toHaveProperty("done");
  live.undo();
  live.count();
  expect([sent("undo").length, sent("count").length]).toEqual([1, 0]);
});

test("an acknowledgement of another move is ignored", () => {
  begin();
  live.move("delve");
  socket().tell({ type: "done", id: "another", version: 8 });
  expect(live.pending).not.toBeNull();
});

test("a stored move that doesn't change the version counts as an answer that is still hidden", () => {
  begin();
  live.move("pass");
  socket().tell({ type: "done", id: live.pending?.id, version: 7 });
  expect([live.pending, live.snapshot?.answered]).toEqual([null, true]);
});

test("an acknowledged move with a new version is no hidden answer", () => {
  begin();
  live.move("delve");
  socket().tell({ type: "done", id: live.pending?.id, version: 8 });
  expect(live.snapshot?.answered).toBe(false);
});

test("after a lost connection the page says what it has seen, and sends the same move again", async () => {
  begin();
  live.move("delve");
  const [move] = sent("move");
  socket().drop(1006);
  expect(live.connection).toBe("lost");
  await reconnect();
  expect(sent("hello")).toMatchObject([{ seen: 7 }]);
  expect(sent("move")).toEqual([move]);
  socket().tell({ ...NEXT, done: move?.id });
  expect([live.connection, live.pending]).toEqual(["live", null]);
});

test("a move made while the connection is lost is sent once it is back", async () => {
  begin();
  socket().drop(1006);
  live.move("delve");
  await reconnect();
  expect(sent("move")).toMatchObject([{ move: "delve" }]);
});

test("without a snapshot a closed connection is still connecting", async () => {
  socket().accept();
  socket().drop(1013);
  expect(live.connection).toBe("connecting");
  await reconnect();
  expect(sent("hello")).toHaveLength(1);
});

test("a rejected key ends the connection for good", async () => {
  begin();
  socket().drop(1008);
  await vi.advanceTimersByTimeAsync(10 * MAX_PAUSE_MS);
  expect(live.connection).toBe("closed");
  expect(FakeSocket.opened).toHaveLength(1);
});

test.each(["table_busy", "too_fast", "unavailable", "draining", "broken", "store_locked"])(
  "a move refused with %s is sent again after a pause, silently and with the same id",
  async (code) => {
    begin();
    live.move("delve");
    socket().tell({ type: "refused", code, text: "Not now.", id: live.pending?.id });
    expect(sent("move")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    const [first, second] = sent("move");
    expect(second).toEqual(first);
    expect(live.refused).toBeNull();
  },
);

test("a temporary refusal of a move that was stored meanwhile sends nothing", async () => {
  begin();
  live.move("delve");
  const id = live.pending?.id;
  socket().tell({ type: "refused", code: "table_busy", text: "Not now.", id });
  socket().tell({ type: "done", id, version: 8 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent("move")).toHaveLength(1);
});

test("a move that is refused for good is given up and shown; the next one clears the refusal", () => {
  begin();
  live.move("fly");
  socket().tell({ type: "refused", code: "illegal", text: "No.", id: live.pending?.id });
  expect(live.pending).toBeNull();
  expect(live.refused).toMatchObject({ code: "illegal", text: "No." });
  live.move("delve");
  expect(live.refused).toBeNull();
});

test("a refusal of something else leaves the move pending", () => {
  begin();
  live.move("delve");
  socket().tell({ type: "refused", code: "too_fast", text: "Slowly." });
  expect(live.pending).not.toBeNull();
  expect(live.refused).toMatchObject({ code: "too_fast" });
});

test("phrases are kept with the time at which they were heard", () => {
  begin();
  socket().tell({ type: "spoken", seat: 1, phrase: "wow" });
  expect(live.spoken).toMatchObject({ seat: 1, phrase: "wow", at: 1_000_000_000 });
});

test("shares, phrases, resignations and rematches are sent without an id", () => {
  begin();
  live.commit("hash");
  live.reveal("words");
  live.speak("wow");
  live.resign();
  live.rematch();
  expect(socket().sent.slice(1)).toEqual([
    { type: "commit", share: "hash" },
    { type: "reveal", words: "words" },
    { type: "speak", phrase: "wow" },
    { type: "resign" },
    { type: "rematch" },
  ]);
});

test("a socket that is still connecting is closed once it is open", () => {
  live.close();
  expect(socket().readyState).toBe(FakeSocket.CONNECTING);
  socket().accept();
  expect(socket().readyState).toBe(FakeSocket.CLOSED);
});
