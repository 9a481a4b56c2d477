import { beforeAll, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { describeGame } from "../../core/games";
import { newForm } from "./form";

fakeBrowser();
const { loadLanguage } = await import("../../core/words.svelte");
const { botName, botsText, formSummary, obstacleText } = await import("./form_words");

beforeAll(() => loadLanguage("en"));

test("an option that can't be set says why", () => {
  expect(obstacleText({ kind: "needs", option: "pitch_black" })).toBe("Only with “Pitch black”.");
  expect(obstacleText({ kind: "moot", option: "players", value: 2 })).toBe("Makes no difference with 2 players.");
  expect(obstacleText({ kind: "moot", option: "random_start", value: true })).toContain("Random start");
});

test("bots are listed by their names, and namesakes have other ones", () => {
  expect(botsText(["brute", "careful", "brute"])).toBe("Bruno, a careful bot and Hugo");
  expect(botName("liar")).toBe("Vera the Liar");
  expect(botName("careful")).toBe("Careful bot");
});

test("a form is summed up by the opponents and the rules", () => {
  const rules = describeGame("dungeon");
  expect(formSummary(newForm(), rules)).toBe("You against Nora and Lola · plain rules");
  const company = { ...newForm(), company: "friends" as const, players: 4, seats: ["person", "random"], match: 3 };
  const house = { pitch_black: true, counter_attack: 3, turn_limit: 60, suicide_queen: false };
  expect(formSummary({ ...company, house }, rules)).toBe(
    "You and 2 invited players · a random bot · A match to 3 wins · Pitch black · Counter attack: Both · Turn limit: 60",
  );
});
