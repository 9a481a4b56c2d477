import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

let transfer: typeof import("./transfer");
beforeEach(async () => {
  fakeBrowser();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  transfer = await import("./transfer");
});
afterEach(() => {
  vi.useRealTimers();
});

const EXPORT = "POST /api/profile/export";
const IMPORT = "POST /api/profile/games";
const game = (seat: number) => ({ record: { game: "tomb" }, seat });
const part = (seats: number[], next: string | null) => ({
  underdeck_history: 1,
  name: "Ada",
  games: seats.map(game),
  next,
});
const file = (fields: object = {}) =>
  JSON.stringify({ underdeck_history: 1, name: "Ada", games: [game(0)], ...fields });
const BUSY = { status: 429, code: "too_many" };

/** Let all delays pass. */
async function hurry<T>(running: Promise<T>): Promise<T> {
  const done = running.catch(() => undefined);
  await Promise.race([done, vi.advanceTimersByTimeAsync(120_000)]);
  return await running;
}

test("the parts of an export become one file", async () => {
  const sent = fakeServer({ [EXPORT]: [part([0, 1], "x"), part([2], null)] });
  const counts: number[] = [];
  const exported = await transfer.exportHistory("k", (n) => counts.push(n));
  expect(exported).toEqual({ underdeck_history: 1, name: "Ada", games: [game(0), game(1), game(2)] });
  expect(counts).toEqual([2, 3]);
  expect(sent.map(({ body }) => body)).toMatchObject([{ after: null }, { after: "x" }]);
});

test("an export waits while the server asks for patience", async () => {
  fakeServer({ [EXPORT]: [BUSY, BUSY, part([0], null)] });
  expect((await hurry(transfer.exportHistory("k", () => undefined))).games).toHaveLength(1);
});

test("an export gives up in the end", async () => {
  fakeServer({ [EXPORT]: [BUSY] });
  await expect(hurry(transfer.exportHistory("k", () => undefined))).rejects.toThrow("too_many");
});

test("a file is named after its day", () => {
  expect(transfer.fileName(new Date(Date.UTC(2026, 10, 17)))).toBe("underdeck-2026-11-17.json");
});

test("an exported file is read as it was written", () => {
  expect(transfer.readHistoryFile(file())).toEqual(JSON.parse(file()));
});

test.each([
  ["a picture", "\u0089PNG", "foreign"],
  ["another program's file", '{"games": []}', "foreign"],
  ["a list", "[1]", "foreign"],
  ["a record of one game", '{"underdeck": 3, "game": "tomb"}', "foreign"],
  ["a file that was cut off", file().slice(0, -5), "damaged"],
  ["a file without its games", file({ games: 3 }), "damaged"],
  ["a game without a record", file({ games: [{ seat: 0 }] }), "damaged"],
  ["an unheard-of version", file({ underdeck_history: "1" }), "damaged"],
  ["a newer version", file({ underdeck_history: 2, games: {} }), "newer"],
  ["no games at all", file({ games: [] }), "empty"],
])("%s is not imported", (_, text, problem) => {
  expect(() => transfer.readHistoryFile(text)).toThrow(problem);
});

test("a usual file is imported in one request, all or none", async () => {
  const sent = fakeServer({ [IMPORT]: [{ added: 2, known: 1, games: [] }] });
  const games = [game(0), game(1), game(2)];
  const sum = await transfer.importHistory("k", { underdeck_history: 1, name: "", games });
  expect(sum).toEqual({ added: 2, known: 1 });
  expect(sent.map(({ body }) => body)).toEqual([{ underdeck_history: 1, games }]);
});

test("a large file is split by the number of games and by size", () => {
  expect(transfer.splitGames(Array.from({ length: 12_000 }, () => game(0))).map(({ length }) => length)).toEqual([
    5000, 5000, 2000,
  ]);
  const large = { record: { text: "x".repeat(6_000_000) } };
  expect(transfer.splitGames([large, large, large]).map(({ length }) => length)).toEqual([2, 1]);
  expect(transfer.splitGames([])).toEqual([]);
});

test("a refused import says so, and how much of a large file came in before", async () => {
  const games = Array.from({ length: 5001 }, () => game(0));
  const large = { underdeck_history: 1, name: "", games };
  fakeServer({ [IMPORT]: [{ status: 400, code: "damaged_record" }] });
  await expect(transfer.importHistory("k", large)).rejects.toThrow("damaged_record");
  fakeServer({ [IMPORT]: [{ added: 5000, known: 0, games: [] }, "lost"] });
  await expect(transfer.importHistory("k", large)).rejects.toMatchObject({ added: 5000 });
});
