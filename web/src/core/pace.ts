/** How fast bots move: the least time between a bot's move and the move before it. */
export const PACES = ["slow", "normal", "fast", "instant"] as const;
export type Pace = (typeof PACES)[number];

/** In seconds. Even the fastest pace hides how long a bot has thought, which 0 wouldn't. */
export const PACE_S: Record<Pace, number> = { slow: 1.8, normal: 0.8, fast: 0.2, instant: 0.05 };

/** Return the pace that is nearest to a number of seconds, which another client may have chosen. */
export function paceOf(seconds: number): Pace {
  const distance = (pace: Pace) => Math.abs(PACE_S[pace] - seconds);
  return PACES.reduce((best, pace) => (distance(pace) < distance(best) ? pace : best));
}
