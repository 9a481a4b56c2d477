import { beforeAll, describe, expect, test, vi } from "vitest";
import { LANGUAGES, loadLanguage } from "../../core/words.svelte";
import { promptOf } from "./prompt";
import { type Situation, viewOf } from "./recorded_views";
import recorded from "./recorded_views.json";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

const promptAt = (situation: Situation) => promptOf(viewOf(situation));

describe("without an encounter", () => {
  test("the game begins at the entrance", () => {
    expect(promptAt("entrance")).toMatchObject({ title: "The entrance", icon: "3d-stairs", strength: "" });
  });

  test("§9.4 after the first turn the exit is right behind", () => {
    expect(promptAt("first_turn_done").help).toContain("The exit is right behind you");
  });

  test("§9.3 the retreat is one turn shorter than the delve", () => {
    expect(promptAt("third_turn_done").help).toContain("takes 2 turns");
  });

  test("on the way back only the turns to daylight count", () => {
    expect(promptAt("on_the_way_back")).toMatchObject({
      title: "In retreat",
      help: "3 turns to daylight.",
      icon: "sun",
    });
  });

  test("a dead adventurer has no way back", () => {
    expect(promptAt("slain").title).toBe("Slain");
    expect(promptAt("lost").title).toBe("Lost in the dark");
    expect(promptAt("escaped")).toMatchObject({ title: "Daylight!", icon: "sun" });
  });
});

describe("an encounter", () => {
  test("§4 a monster is fought on after a blow", () => {
    const { help, strength } = promptAt("monster");
    expect(help).toBe("9 or higher slays it. Anything lower, and you lose the difference in hit points and fight on.");
    expect(strength).toBe("strength 9");
  });

  test("§5 §6 a trap and a door allow one try", () => {
    expect(promptAt("trap").help).toMatch(/^One try: 5 or higher opens the chest/);
    expect(promptAt("door").help).toMatch(/^One try: 9 or higher opens it/);
  });

  test("an encounter that a single number beats isn't said to fall to a higher one", () => {
    expect(promptAt("highest_monster").help).toMatch(/^A 10 slays it/);
  });

  test("R-18 dropping says how much is still wanted", () => {
    const { dropped, foe } = viewOf("dropping");
    expect(promptAt("dropping").help).toBe(`It wants more: you have dropped ${dropped} of ${foe?.value}.`);
  });

  test.each([
    ["struck", "A blow of 4 is coming"],
    ["held", "The door holds"],
    ["dark", "The fourth torch is out"],
    ["marking", "Nothing but treasure"],
  ] as const)("a decision comes before the encounter: %s", (situation, title) => {
    expect(promptAt(situation).title).toBe(title);
  });
});

test.each(LANGUAGES)("every situation has texts: %s", async (language) => {
  await loadLanguage(language);
  for (const situation of Object.keys(recorded) as Situation[]) {
    const { title, help, strength } = promptAt(situation);
    expect(title, situation).not.toBe("");
    expect(`${title} ${help} ${strength}`, situation).not.toMatch(/tomb\.|[{}]/);
  }
  await loadLanguage("en");
});
