import { expect, test } from "vitest";
import { counterRows } from "./counter";

const everything = (rows: ReturnType<typeof counterRows>) =>
  [...rows.encounters, ...rows.others].flatMap(({ cells }) => cells);

test("§1 the deck has 44 cards, each in one cell", () => {
  const codes = everything(counterRows([], [])).map(({ code }) => code);
  expect(codes).toHaveLength(44);
  expect(new Set(codes).size).toBe(44);
});

test("§2 the cards that count hit points aren't in the deck", () => {
  const { encounters, others } = counterRows([], []);
  expect([...encounters, ...others].map(({ kind }) => kind)).not.toContain("health");
});

test("encounters are rows of one suit, and their cells show ranks", () => {
  const { encounters } = counterRows([], []);
  expect(encounters.map(({ kind, sign }) => `${sign} ${kind}`)).toEqual(["♠ monster", "♦ trap", "♣ door"]);
  expect(encounters[0]?.cells.map(({ face }) => face)).toEqual(["2", "3", "4", "5", "6", "7", "8", "9", "10"]);
});

test("all other cards are rows of one rank, and their cells show suits", () => {
  const { others } = counterRows([], []);
  expect(others.map(({ kind, cells }) => `${kind} ${cells.length}`).sort()).toEqual([
    "favor 4",
    "hoard 4",
    "scroll 1",
    "skill 4",
    "torch 4",
  ]);
  expect(others.find(({ kind }) => kind === "hoard")).toMatchObject({ sign: "K" });
  expect(others.find(({ kind }) => kind === "hoard")?.cells.map(({ face, red }) => [face, red])).toEqual([
    ["♠", false],
    ["♥", true],
    ["♦", true],
    ["♣", false],
  ]);
});

test("the scroll has no suit and no rank to show, but a star", () => {
  const scroll = counterRows([], []).others.find(({ kind }) => kind === "scroll");
  expect(scroll).toMatchObject({ sign: "★", cells: [{ face: "★" }] });
});

test("a row counts its unseen cards", () => {
  const { encounters, others } = counterRows(["2S", "7S", "AH"], []);
  expect(encounters.map(({ left }) => left)).toEqual([2, 0, 0]);
  expect(others.find(({ kind }) => kind === "torch")).toMatchObject({ left: 1 });
});

test("§7.2 the ace that the scroll sent to the bottom of the deck is marked", () => {
  const marked = everything(counterRows(["AD"], ["AD"])).filter(({ bottom }) => bottom);
  expect(marked).toMatchObject([{ code: "AD", unseen: true }]);
});
