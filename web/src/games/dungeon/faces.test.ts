import { beforeAll, expect, test } from "vitest";
import { loadWords } from "../../../fixtures/words";
import { faceOf } from "./faces";

beforeAll(() => loadWords("en"));

test("a creature has a name of its own, every other card that of its kind", () => {
  expect(faceOf("KS")).toMatchObject({ kind: "creature", title: "The Wight", rank: "K", suit: "S", symbol: "♠" });
  expect(faceOf("10H")).toMatchObject({ kind: "passage", title: "Passage" });
  expect(faceOf("Jk")).toMatchObject({ kind: "joker", suit: "", symbol: "★" });
});
