import { beforeAll, describe, expect, test, vi } from "vitest";
import { LANGUAGES, loadLanguage } from "../../core/words.svelte";
import { deckMove, describeMove, splitMoves } from "./moves";
import { moveOf, type Situation, viewOf } from "./recorded_views";
import recorded from "./recorded_views.json";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

const describeAt = (situation: Situation, text: string) => describeMove(moveOf(situation, text), viewOf(situation));

describe("the text of a move", () => {
  test("the first delve begins the game", () => {
    expect(describeAt("entrance", "delve")).toMatchObject({ label: "Begin the delve", icon: "3d-stairs" });
    expect(describeAt("third_turn_done", "delve").label).toBe("Delve deeper");
  });

  test("turning around after the first turn is walking out", () => {
    expect(describeAt("first_turn_done", "retreat")).toMatchObject({ label: "Walk out", icon: "exit-door" });
    expect(describeAt("third_turn_done", "retreat")).toMatchObject({ label: "Turn around", icon: "lob-arrow" });
  });

  test("§8.1 a blow says what it costs, and whether it kills", () => {
    expect(describeAt("struck", "suffer")).toMatchObject({
      label: "Take the blow (4)",
      why: "4 of your 9 hit points",
    });
    expect(describeAt("struck_to_death", "suffer").why).toBe("it would be your last");
  });

  test("§6.3 giving up on a door says how many cards it costs", () => {
    const { label, why } = describeAt("held", "yield");
    expect([label, why]).toEqual(["Give up on the door (1)", "1 card from the deck is lost"]);
  });

  test("§7.2 a draw that turns up the ace at the bottom of the deck warns of the dark", () => {
    expect(describeAt("last_card_is_the_ace", "draw").why).toContain("your light goes out");
    expect(describeAt("monster", "draw").why).toBe("and see what comes");
  });

  test("§3.7 a skill has its own name and icon", () => {
    expect(describeAt("highest_monster", "play JS")).toMatchObject({
      label: "Play Go Berserk",
      card: "JS",
      icon: "enrage",
    });
  });

  test("Dodge Blow and the scroll can be clicked, though their moves don't name them", () => {
    expect(describeAt("struck", "dodge")).toMatchObject({ card: "JH", icon: "dodge" });
    expect(describeAt("dark", "read")).toMatchObject({ card: "Jk", icon: "scroll-unfurled" });
  });

  test("a button has the short name of its card, a screen reader the full one", () => {
    const { label, spoken } = describeAt("many_drops", "drop 3D");
    expect(label).toBe("Drop 3♦ and flee");
    expect(spoken).toMatch(/^Drop 3 of diamonds and flee: /);
  });

  test("R-18 a further drop doesn't promise an escape", () => {
    expect(describeAt("dropping", "drop 7D").label).toBe("Drop 7♦");
  });
});

test.each(LANGUAGES)("every label and every reason has a text: %s", async (language) => {
  await loadLanguage(language);
  for (const situation of Object.keys(recorded) as Situation[])
    for (const move of viewOf(situation).legal) {
      const { label, why } = describeMove(move, viewOf(situation));
      expect(`${label} ${why}`).not.toMatch(/tomb\.|[{}]/);
    }
  await loadLanguage("en");
});

const describeAll = (situation: Situation) =>
  viewOf(situation).legal.map((move) => describeMove(move, viewOf(situation)));

describe("the controls of moves", () => {
  test("cards to drop and to leave are pressed themselves", () => {
    const { buttons, onCards } = splitMoves(describeAll("many_drops"));
    expect(buttons.map(({ text }) => text)).toEqual(["draw", "play JS"]);
    expect(new Set(onCards.map(({ verb }) => verb))).toEqual(new Set(["drop"]));
    expect(splitMoves(describeAll("marking")).buttons).toEqual([]);
  });

  test("no move is lost and none has two main controls", () => {
    for (const situation of Object.keys(recorded) as Situation[]) {
      const { buttons, onCards } = splitMoves(describeAll(situation));
      const texts = [...buttons, ...onCards].map(({ text }) => text);
      const legal = viewOf(situation).legal.map(({ text }) => text);
      expect(texts.sort()).toEqual(legal.sort());
    }
  });

  test.each([
    ["entrance", "delve"],
    ["third_turn_done", "delve"],
    ["on_the_way_back", "onward"],
    ["monster", "draw"],
    ["struck", undefined],
    ["dark", undefined],
  ] as const)("the deck turns its top card: %s", (situation, text) => {
    expect(deckMove(describeAll(situation))?.text).toBe(text);
  });
});

describe("holding to confirm", () => {
  const heldAt = (situation: Situation) => describeAll(situation).flatMap(({ text, isHeld }) => (isHeld ? [text] : []));

  test("a move that ends the game for certain is held", () => {
    expect(heldAt("struck_to_death")).toEqual(["suffer"]);
    expect(heldAt("last_card_is_the_ace")).toContain("draw");
    expect(heldAt("struck")).toEqual([]);
  });

  test("a king isn't dropped or left behind by one press", () => {
    const view = viewOf("many_drops");
    const heldWith = (verb: "drop" | "leave" | "play", card: string) =>
      describeMove({ text: `${verb} ${card}`, verb, label: verb, card }, view).isHeld;
    expect(heldWith("drop", "KS")).toBe(true);
    expect(heldWith("leave", "KS")).toBe(true);
    expect(heldWith("drop", "10D")).toBe(false);
    expect(heldWith("play", "JS")).toBe(false);
  });
});
