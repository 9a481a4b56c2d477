import { expect, test } from "vitest";
import { groupBy } from "./group";

test("items are grouped in the order in which their keys first occur", () => {
  expect([...groupBy(["bat", "ant", "bee"], (word) => word[0])]).toEqual([
    ["b", ["bat", "bee"]],
    ["a", ["ant"]],
  ]);
});
