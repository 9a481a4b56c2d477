import { expect, test } from "vitest";
import { isTone, type Part, SCORES, type Sound } from "./sound_scores";

const SOUNDS = Object.keys(SCORES) as Sound[];
const endOf = ({ at = 0, seconds }: Part) => at + seconds;
const MAX_SECONDS: Partial<Record<Sound, number>> = { win: 2, lose: 2.5, heartbeat: 1.6, taste: 2 };

test.each(SOUNDS)("%s is short, and no part of it is loud", (sound) => {
  const parts = SCORES[sound];
  expect(parts.length).toBeGreaterThan(0);
  for (const { at = 0, seconds, volume, attack = 0, pitch } of parts) {
    expect(at).toBeGreaterThanOrEqual(0);
    expect(attack).toBeLessThan(seconds);
    expect(volume).toBeGreaterThan(0);
    expect(volume).toBeLessThanOrEqual(0.45);
    expect(Math.min(...pitch)).toBeGreaterThan(0);
  }
  expect(Math.max(...parts.map(endOf))).toBeLessThanOrEqual(MAX_SECONDS[sound] ?? 1);
});

test("cards and stone are noise, bells and motifs are tones", () => {
  expect(SCORES.card.every(isTone)).toBe(false);
  expect(SCORES.door.some((part) => !isTone(part))).toBe(true);
  expect(SCORES.bell.every(isTone)).toBe(true);
});
