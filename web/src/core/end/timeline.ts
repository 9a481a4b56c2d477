/** The timeline of the scene that ends a game: how long it is and which sounds it plays. */
import type { Sound } from "../sound";

export interface SoundCue {
  at: number;
  sound: Sound;
}

export interface Timeline {
  totalMs: number;
  /** In the order in which they are played. */
  sounds: SoundCue[];
}

/** Every ending is seen within this time; the longer ones are compressed. */
export const MIN_TOTAL_MS = 2500;
export const MAX_TOTAL_MS = 4000;
/** The double click that made the last move must not skip the scene. */
export const UNSKIPPABLE_MS = 400;
/** The playback rates of the setting "speed of motion". */
export const RATES = { slow: 0.7, normal: 1, fast: 1.6 } as const;

/** Return the sounds whose time has come since the scene was last drawn. */
export const dueSounds = ({ sounds }: Timeline, before: number, now: number): Sound[] =>
  sounds.filter(({ at }) => at > before && at <= now).map(({ sound }) => sound);

/** Return the number that a counter shows: it starts fast and slows down towards its end. */
export function countUp(total: number, { from, until }: { from: number; until: number }, now: number): number {
  const part = Math.min(1, Math.max(0, (now - from) / Math.max(1, until - from)));
  return Math.round(total * (1 - (1 - part) ** 2));
}

/** Return the times of `count` steps that begin at `from`, closer together if they wouldn't end by `until`. */
export function spread(count: number, from: number, stepMs: number, until: number): number[] {
  const step = count > 1 ? Math.min(stepMs, (until - from) / (count - 1)) : stepMs;
  return Array.from({ length: count }, (_, index) => from + index * step);
}
