import { expect, test } from "vitest";
import { describeGame } from "../../core/games";
import { newForm } from "./form";
import { isPreset, offeredPresets, withPreset } from "./presets";

const GAME = { ...describeGame("dungeon") };

test("a preset sets the players and the rules, and nothing else", () => {
  const form = { ...newForm(), company: "friends" as const, house: { ace_high: true }, match: 3 };
  for (const preset of offeredPresets(GAME)) {
    const chosen = withPreset(form, preset);
    expect(chosen).toEqual({ ...form, players: preset.players, house: preset.house });
    expect(offeredPresets(GAME).filter((each) => isPreset(chosen, each))).toEqual([preset]);
  }
});

test("a form with other rules is no preset", () => {
  const [preset] = offeredPresets(GAME);
  if (!preset) throw new Error("There are no presets.");
  const chosen = withPreset(newForm(), preset);
  expect(isPreset({ ...chosen, house: { ...chosen.house, ace_high: true } }, preset)).toBe(false);
  expect(isPreset({ ...chosen, house: { ...chosen.house, ace_high: false } }, preset)).toBe(true);
  expect(isPreset({ ...chosen, players: 4 }, preset)).toBe(false);
});

test("a preset with an option that the server lacks isn't offered", () => {
  const { pitch_black: _, ...options } = GAME.options;
  expect(offeredPresets({ ...GAME, options }).map(({ name }) => name)).not.toContain("dark");
  expect(offeredPresets(GAME).map(({ name }) => name)).toContain("dark");
});
