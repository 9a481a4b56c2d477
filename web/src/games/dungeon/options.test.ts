import { describe, expect, test } from "vitest";
import { describeGame } from "../../core/games";
import {
  activeVariants,
  chooseExclusive,
  fieldFor,
  groupOptions,
  obstacleTo,
  offeredOptions,
  setOption,
  withoutObstacles,
} from "./options";

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
    expect(obstacleTo(RULES, {}, "accuse_freely")).toEqual({ kind: "needs", option: "pitch_black" });
    expect(obstacleTo(RULES, { pitch_black: true }, "accuse_freely")).toBeNull();
    expect(obstacleTo(RULES, {}, "ace_high")).toBeNull();
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

describe("a value that makes no difference", () => {
  test("isn't offered beside the value that makes it so", () => {
    expect(fieldFor(RULES, "decks", { players: 3 })).toEqual({ kind: "choice", values: [0, 1] });
    expect(obstacleTo(RULES, { players: 3 }, "decks")).toBeNull();
  });

  test("makes its option unavailable if no other is left", () => {
    expect(obstacleTo(RULES, { players: 2 }, "decks")).toEqual({ kind: "moot", option: "players", value: 2 });
    expect(obstacleTo(RULES, { random_start: true }, "ace_high")).toMatchObject({
      kind: "moot",
      option: "random_start",
    });
    expect(obstacleTo(RULES, { random_start: false }, "ace_high")).toBeNull();
  });

  test("is removed from the rules of a table", () => {
    const house = { players: 2, decks: 2, must_play: true, accuse_freely: true };
    expect(withoutObstacles(RULES, house)).toEqual({ players: 2, must_play: true });
  });
});

test("options and values that the server doesn't offer are left out", () => {
  const stored = { pitch_black: true, accuse_freely: true, decks: 7, turn_limit: 60, unknown: true, ace_high: 3 };
  expect(offeredOptions(RULES, stored)).toEqual({ pitch_black: true, accuse_freely: true, turn_limit: 60 });
});
