import { expect, test } from "vitest";
import { say } from "../../core/words.svelte";
import { explainCard } from "./help";

test("only a game that is being played asks the player to wait", () => {
  const wait = say("dungeon.help.wait");
  expect(explainCard("9S", [], true).lines).toContain(wait);
  expect(explainCard("9S", [], false).lines).not.toContain(wait);
  expect(explainCard("9S", [], false).lines).toHaveLength(1);
});
