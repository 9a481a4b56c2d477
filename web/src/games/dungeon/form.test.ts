import { expect, test } from "vitest";
import { describeGame } from "../../core/games";
import { type Form, newForm, occupantChoices, occupants, tableRequest as requestWith, withOccupant } from "./form";

const RULES = describeGame("dungeon");
const tableRequest = (form: Form) => requestWith(form, RULES);

test("a new form is a game against different characters that suit a new player", () => {
  expect(tableRequest(newForm())).toMatchObject({
    game: "dungeon",
    house: { players: 3 },
    bots: RULES.opponents.slice(0, 2),
    listed: false,
    clock: null,
  });
  expect(new Set(tableRequest({ ...newForm(), players: 4 }).bots).size).toBe(3);
});

test("every other seat has an occupant, whatever the number of players", () => {
  expect([2, 3, 4].map((players) => occupants({ ...newForm(), players }).length)).toEqual([1, 2, 3]);
  expect(occupants({ ...newForm(), players: 2, opponents: ["random", "careful", "careful"] })).toEqual(["random"]);
});

test("bots chosen as opponents don't take the seats of friends, nor the other way round", () => {
  const alone = withOccupant(newForm(), 0, "liar");
  expect(occupants(alone)).toEqual(["liar", RULES.opponents[1]]);
  expect(occupants({ ...alone, company: "friends" })).toEqual(["person", "person"]);
  const company = withOccupant({ ...newForm(), company: "friends" }, 1, "random");
  expect(occupants(company)).toEqual(["person", "random"]);
  expect(occupants({ ...company, company: "bots" })).toEqual(RULES.opponents.slice(0, 2));
});

test("characters are offered before other bots, and people only in company", () => {
  const game = { bots: ["random", "careful", "brute", "liar"], characters: [{ bot: "liar", stars: 3 }] };
  expect(occupantChoices(newForm(), game)).toEqual(["liar", "random", "careful", "brute"]);
  expect(occupantChoices({ ...newForm(), company: "lobby" }, game)[0]).toBe("person");
});

test("an opponent is put into one seat, and the others stay", () => {
  const [first, second, third] = RULES.opponents;
  const form = withOccupant({ ...newForm(), players: 4 }, 1, "liar");
  expect(occupants(form)).toEqual([first, "liar", third]);
  expect(occupants({ ...withOccupant({ ...form, players: 2 }, 0, "brute"), players: 4 })).toEqual([
    "brute",
    "liar",
    third,
  ]);
  expect(second).not.toBe("liar");
});

test("a table is listed only with a free seat in the lobby", () => {
  expect(tableRequest({ ...newForm(), company: "lobby" }).listed).toBe(true);
  expect(tableRequest({ ...newForm(), company: "friends" }).listed).toBe(false);
  expect(tableRequest({ ...newForm(), company: "lobby", seats: ["random", "random"] }).listed).toBe(false);
});

test("only people have a clock", () => {
  const timed = { ...newForm(), clock: 1, onTimeout: "lose" as const };
  expect(tableRequest(timed).clock).toBeNull();
  // biome-ignore lint/suspicious/noThenProperty: the name of the field in the protocol
  expect(tableRequest({ ...timed, company: "friends" }).clock).toEqual({ move: 30, reserve: 180, then: "lose" });
});

test("options and words are sent as they were entered", () => {
  const form = { ...newForm(), players: 4, house: { pitch_black: true }, words: "  salt ", window: 10 };
  expect(tableRequest(form)).toMatchObject({
    house: { pitch_black: true, players: 4 },
    words: "salt",
    window: 10,
  });
});

test("a table is for a single game unless a match is chosen", () => {
  expect(tableRequest(newForm()).match).toBe(0);
  expect(tableRequest({ ...newForm(), match: 3 }).match).toBe(3);
});

test("options that make no difference at this table are not sent", () => {
  const house = { ace_high: true, random_start: true, demand_shows_all: true, decks: 1, must_play: true };
  expect(tableRequest({ ...newForm(), players: 2, house }).house).toEqual({
    players: 2,
    random_start: true,
    must_play: true,
  });
  expect(tableRequest({ ...newForm(), players: 3, house }).house).toMatchObject({ demand_shows_all: true, decks: 1 });
});
