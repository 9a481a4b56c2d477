import { expect, test, vi } from "vitest";
import { boardHref, readBoard } from "./board";

vi.hoisted(() => {
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("addEventListener", vi.fn());
});

test("a board has a kind and a name, and its own screen", () => {
  const board = readBoard("daily:2026-11-17");
  expect(board).toEqual({ kind: "daily", name: "2026-11-17" });
  expect(board && boardHref(board)).toBe("#/daily/2026-11-17");
  expect(readBoard("competition:c1")).toEqual({ kind: "competition", name: "c1" });
  expect(readBoard("deal:7KQ2P-9MXAG")).toEqual({ kind: "deal", name: "7KQ2P-9MXAG" });
});

test("house rules are no part of a deal's address", () => {
  expect(boardHref({ kind: "deal", name: "7KQ2P-9MXAG/drop_sum=1" })).toBe("#/deal/7KQ2P-9MXAG");
});

test.each(["", undefined, "daily", "league:1"])("%j is no board of this page", (text) => {
  expect(readBoard(text)).toBeNull();
});
