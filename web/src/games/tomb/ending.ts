/** How a game ended, and the timelines of the scenes that show it. */
import { MAX_TOTAL_MS, MIN_TOTAL_MS, type SoundCue, spread, type Timeline } from "../../core/end/timeline";
import type { TombResult } from "../../core/protocol";
import { kindOf } from "./faces";

/** `won` is an escape with all kings, `empty` one without anything. */
export type Outcome = "won" | "escaped" | "empty" | "slain" | "lost";

export function outcomeOf({ won, ending, points }: Pick<TombResult, "won" | "ending" | "points">): Outcome {
  if (won) return "won";
  return ending === "escaped" && points === 0 ? "empty" : ending;
}

/** What is carried out of the tomb. */
export interface Haul {
  kings: string[];
  treasure: string[];
}

export const haulOf = (hand: string[]): Haul => ({
  kings: hand.filter((card) => kindOf(card) === "hoard"),
  treasure: hand.filter((card) => kindOf(card) === "trap"),
});

export interface EscapeTimeline extends Timeline {
  /** When each card arrives. */
  kings: number[];
  treasure: number[];
  /** While the points are counted. */
  count: { from: number; until: number };
  title: number;
}

const LIGHT_MS = 750;
const KING_MS = 290;
const TREASURE_MS = 110;
const COUNT_MS = 850;
const HOLD_MS = 750;
const COINS = 4;

/** Light floods in, the kings follow one by one, then the treasure, and the points are counted meanwhile. */
export function escapeTimeline({ kings, treasure }: Haul, outcome: Outcome): EscapeTimeline {
  const kingsAt = spread(kings.length, LIGHT_MS, KING_MS, LIGHT_MS + 3 * KING_MS);
  const fanAt = kings.length ? (kingsAt.at(-1) ?? 0) + KING_MS : LIGHT_MS;
  const treasureAt = spread(treasure.length, fanAt, TREASURE_MS, fanAt + 6 * TREASURE_MS);
  const hasCount = outcome !== "empty";
  const count = { from: kingsAt[0] ?? fanAt, until: fanAt + (hasCount ? COUNT_MS : 0) };
  const totalMs = clamp(Math.max(count.until, treasureAt.at(-1) ?? 0) + HOLD_MS);
  const coins = hasCount ? spread(COINS, fanAt + 80, 160, count.until) : [];
  const sounds: SoundCue[] = [
    { at: 0, sound: outcome === "empty" ? "bell" : "rumble" },
    ...kingsAt.map((at): SoundCue => ({ at, sound: "card" })),
    ...coins.map((at): SoundCue => ({ at, sound: "coin" })),
  ];
  if (hasCount) sounds.push({ at: count.until, sound: "win" });
  return { totalMs, sounds, kings: kingsAt, treasure: treasureAt, count, title: hasCount ? fanAt : LIGHT_MS };
}

export interface SlainTimeline extends Timeline {
  /** When the killer appears, and when the light goes out. */
  killer: number;
  out: number;
  title: number;
}

/** Two heartbeats in red, the killer looms, the light goes out. */
export const slainTimeline = (): SlainTimeline => ({
  totalMs: 3400,
  sounds: [
    { at: 0, sound: "blow" },
    { at: 450, sound: "blow" },
    { at: 900, sound: "rumble" },
    { at: 2100, sound: "lose" },
  ],
  killer: 800,
  out: 2100,
  title: 1700,
});

export interface LostTimeline extends Timeline {
  /** When each torch goes out. */
  torches: number[];
  eyes: number;
  title: number;
}

/** The torches gutter out one by one; then something opens its eyes. */
export function lostTimeline(torches: number): LostTimeline {
  const torchesAt = spread(torches, 450, 480, 2050);
  const dark = (torchesAt.at(-1) ?? 450) + 550;
  const gutters = torchesAt.map((at): SoundCue => ({ at, sound: "torch" }));
  return {
    totalMs: clamp(dark + 1500),
    sounds: [...gutters, { at: dark + 300, sound: "lose" }],
    torches: torchesAt,
    eyes: dark,
    title: dark + 250,
  };
}

const clamp = (totalMs: number) => Math.min(MAX_TOTAL_MS, Math.max(MIN_TOTAL_MS, totalMs));
