import { beforeAll, expect, test, vi } from "vitest";
import { describeGame } from "../../core/games";
import { loadLanguage } from "../../core/words.svelte";
import { newForm } from "./form";
import { formSummary, obstacleText } from "./form_words";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

test("an option that can't be set says why", () => {
  expect(obstacleText({ kind: "needs", option: "pitch_black" })).toBe("Only with “Pitch black”.");
  expect(obstacleText({ kind: "moot", option: "players", value: 2 })).toBe("Makes no difference with 2 players.");
  expect(obstacleText({ kind: "moot", option: "random_start", value: true })).toContain("Random start");
});

test("a form is summed up by the opponents and the rules", () => {
  const rules = describeGame("dungeon");
  expect(formSummary(newForm(), rules)).toBe("You against 2 bots · plain rules");
  const company = { ...newForm(), company: "friends" as const, players: 4, seats: ["person", "random"], match: 3 };
  const house = { pitch_black: true, counter_attack: 3, turn_limit: 60, suicide_queen: false };
  expect(formSummary({ ...company, house }, rules)).toBe(
    "You and 2 invited players · 1 bot · A match to 3 wins · Pitch black · Counter attack: Both · Turn limit: 60",
  );
});
