/** How a game of Dungeon ended, the tunnel that won it, and the timelines of the scenes that show it. */
import { MAX_TOTAL_MS, MIN_TOTAL_MS, type SoundCue, spread, type Timeline } from "../../core/end/timeline";
import type { DungeonResult, PassageShown, PlayerShown, Quip, SeatShown } from "../../core/protocol";

/** Whose win it is, for whoever looks on: the light is close or far away. */
export type Side = "own" | "theirs" | "watched";

export const sideOf = ({ winner }: Pick<DungeonResult, "winner">, seat: number | null): Side => {
  if (seat === null) return "watched";
  return winner === seat ? "own" : "theirs";
};

/** Return the bot that won, however it did; null for a person or nobody. */
export const winningBot = (
  result: Pick<DungeonResult, "winner"> | null,
  seats: readonly Pick<SeatShown, "bot">[],
): string | null => seats[result?.winner ?? -1]?.bot ?? null;

/** Return the last words of a game: the winner's, or else those of a loser; none after a stalemate. */
export function lastWords(result: Pick<DungeonResult, "winner"> | null, quips: readonly Quip[]): Quip | null {
  if (result === null || result.winner === null) return null;
  return quips.findLast(({ seat }) => seat === result.winner) ?? quips.at(-1) ?? null;
}

/** Return the passages from the cell to the last one that was dug, which is the way out of a winner. */
export function wayOut({ dungeon }: Pick<PlayerShown, "dungeon">): PassageShown[] {
  const way: PassageShown[] = [];
  for (let place = dungeon.length; place > 0; ) {
    const passage = dungeon[place - 1];
    if (!passage || way.includes(passage)) break;
    way.unshift(passage);
    place = passage.next_to;
  }
  return way;
}

export interface TunnelTimeline extends Timeline {
  /** When the camera reaches each card, the cell first. */
  cards: number[];
  /** When the daylight opens. */
  day: number;
  title: number;
}

const START_MS = 350;
const STEP_MS = 190;
const RUN_MS = 1900;
const DAY_MS = 250;
const HOLD_MS = 1400;

/** The camera runs along the tunnel, one card after the other, and stops where the daylight opens. */
export function tunnelTimeline(cards: number): TunnelTimeline {
  const cardsAt = spread(cards, START_MS, STEP_MS, START_MS + RUN_MS);
  const day = (cardsAt.at(-1) ?? START_MS) + DAY_MS;
  const steps = cardsAt.map((at): SoundCue => ({ at, sound: "card" }));
  return {
    totalMs: clamp(day + HOLD_MS),
    sounds: [...steps, { at: day, sound: "rumble" }, { at: day + 350, sound: "win" }],
    cards: cardsAt,
    day,
    title: day + 200,
  };
}

/** The sizes of the picture in pixels: the window onto the tunnel, the distance of its cards, the daylight at its end. */
export interface TunnelSizes {
  width: number;
  step: number;
  day: number;
}

/** Return the keyframes of the tunnel under the camera; at the end it comes into the light or sees it from far away. */
export function cameraFrames(
  { cards, day, totalMs }: Pick<TunnelTimeline, "cards" | "day" | "totalMs">,
  { width, step, day: dayWidth }: TunnelSizes,
  side: Side,
): Keyframe[] {
  const length = cards.length * step + dayWidth;
  const at = (x: number, scale: number) =>
    `translateX(${Math.round(width / 2 - x * scale)}px) scale(${scale.toFixed(3)})`;
  const frames: Keyframe[] = cards.map((time, index) => ({
    offset: time / totalMs,
    transform: at((index + 0.5) * step, 1),
    easing: "ease-in-out",
  }));
  const whole = Math.min(1, (width * 0.92) / length);
  const last =
    side === "own"
      ? at(cards.length * step + dayWidth * 0.55, 1.25)
      : at(length / 2, side === "theirs" ? whole * 0.8 : whole);
  const first = frames[0] ?? { transform: at(0, 1) };
  return [
    { ...first, offset: 0 },
    ...frames,
    { offset: day / totalMs, transform: frames.at(-1)?.transform ?? at(0, 1), easing: "ease-in-out" },
    { offset: Math.min(1, (day + 800) / totalMs), transform: last },
    { offset: 1, transform: last },
  ];
}

export interface VigilTimeline extends Timeline {
  /** When each player's stone rises, or candle is shown. */
  players: number[];
  title: number;
}

/** Stones rise for the dead, candles burn for the living, one after the other. */
export function vigilTimeline(players: number, isStalemate: boolean): VigilTimeline {
  const playersAt = spread(players, 400, 420, 2000);
  const title = (playersAt.at(-1) ?? 400) + 500;
  const stones = playersAt.map((at): SoundCue => ({ at, sound: "rumble" }));
  return {
    totalMs: clamp(title + 1300),
    sounds: [...stones, { at: title, sound: isStalemate ? "lose" : "win" }],
    players: playersAt,
    title,
  };
}

const clamp = (totalMs: number) => Math.min(MAX_TOTAL_MS, Math.max(MIN_TOTAL_MS, totalMs));
