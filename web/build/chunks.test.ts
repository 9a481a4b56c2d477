import { expect, test } from "vitest";
import { chunkOf } from "./chunks";

const MODULES: Record<string, { isEntry: boolean; importers: string[] }> = {
  main: { isEntry: true, importers: [] },
  home: { isEntry: false, importers: ["main"] },
  words: { isEntry: false, importers: ["table", "home"] },
  table: { isEntry: false, importers: ["board"] },
  board: { isEntry: false, importers: ["table"] },
};

test.each([
  ["main", "first"],
  ["home", "first"],
  ["words", "first"],
  ["table", null],
  ["board", null],
  ["unknown", null],
])("the chunk of %s is %s", (id, chunk) => {
  expect(chunkOf(id, { getModuleInfo: (name) => MODULES[name] ?? null })).toBe(chunk);
});
