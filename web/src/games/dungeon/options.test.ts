import { describe, expect, test } from "vitest";
import { describeGame } from "../../core/games";
import { activeVariants, chooseExclusive, fieldFor, groupOptions, isAvailable, setOption } from "./options";

const RULES = describeGame("dungeon");
const [LIGHT = []] = RULES.excludes;

test("options are grouped into exclusive variants, other variants and house rules", () => {
  const { exclusive, variants, houseRules } = groupOptions(RULES);
  expect(exclusive).toEqual([["jokers_wild", "almost_black", "pitch_black"]]);
  expect(variants).toEqual(["suicide_queen", "counter_attack"]);
  expect(houseRules.slice(-2)).toEqual(["decks", "turn_limit"]);
  expect([...exclusive.flat(), ...variants, ...houseRules, "players"].sort()).toEqual(
    Object.keys(RULES.options).sort(),
  );
});

test("the variants of a game are those that are on", () => {
  expect(activeVariants({ players: 3, pitch_black: true, counter_attack: 0, ace_high: true })).toEqual(["pitch_black"]);
  expect(activeVariants({ suicide_queen: true, counter_attack: 2 })).toEqual(["suicide_queen", "counter_attack"]);
});

test("an option is entered as a switch, a choice or a number", () => {
  expect(fieldFor(RULES, "ace_high")).toEqual({ kind: "switch" });
  expect(fieldFor(RULES, "counter_attack")).toEqual({ kind: "choice", values: [0, 1, 2, 3] });
  expect(fieldFor(RULES, "turn_limit")).toEqual({ kind: "number", max: 9999 });
});

describe("an option that needs another one", () => {
  test("is available only together with it", () => {
    expect(isAvailable(RULES, {}, "accuse_freely")).toBe(false);
    expect(isAvailable(RULES, { pitch_black: true }, "accuse_freely")).toBe(true);
    expect(isAvailable(RULES, {}, "ace_high")).toBe(true);
  });

  test("is removed when the other one is turned off", () => {
    const house = { suicide_queen: true, surrender_keeps_rest: true, ace_high: true };
    expect(setOption(RULES, house, "suicide_queen", false)).toEqual({ suicide_queen: false, ace_high: true });
  });

  test("is removed when another exclusive option replaces the other one", () => {
    const house = chooseExclusive(RULES, { pitch_black: true, accuse_freely: true }, LIGHT, "almost_black");
    expect(house).toMatchObject({ almost_black: true });
    expect(house.pitch_black).toBeFalsy();
    expect(house).not.toHaveProperty("accuse_freely");
  });

  test("can't be set without it", () => {
    expect(setOption(RULES, {}, "accuse_freely", true)).toEqual({});
  });
});

describe("of exclusive options", () => {
  test("at most one is on", () => {
    const house = LIGHT.reduce((chosen, name) => setOption(RULES, chosen, name, true), {});
    expect(house).toEqual({ pitch_black: true });
  });

  test("none is on once none is chosen", () => {
    const house = chooseExclusive(RULES, { pitch_black: true, ace_high: true }, LIGHT, "");
    expect(LIGHT.filter((name) => house[name])).toEqual([]);
    expect(house.ace_high).toBe(true);
  });
});
