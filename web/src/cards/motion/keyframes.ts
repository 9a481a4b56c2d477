/** Turns the stops of a card into keyframes of its position and of its two sides. */
import type { Stop, Track } from "./schedule";

const EASING = "cubic-bezier(0.3, 0.1, 0.2, 1)";

/** Return the width at which a flying card is drawn: its largest one, so that it stays sharp. */
export const widthOf = ({ stops }: Track): number => Math.max(1, ...stops.map(({ box }) => box.width));

const transformOf = ({ box, scale = 1, degrees = 0 }: Stop, width: number): string => {
  const [x, y] = [box.left + (box.width - width) / 2, box.top + (box.height - (width * box.height) / box.width) / 2];
  return `translate(${x}px, ${y}px) scale(${(box.width / width) * scale}) rotate(${degrees}deg)`;
};

/** Return the keyframes of a flying card over the whole time: out of sight before it appears and once it has landed. */
export function flightFrames(track: Track, totalMs: number): Keyframe[] {
  const { stops, appears, lands } = track;
  const width = widthOf(track);
  const offset = (at: number) => Math.min(1, at / totalMs);
  const frames: Keyframe[] = stops.map((stop) => ({
    offset: offset(stop.at),
    transform: transformOf(stop, width),
    opacity: stop.at < appears ? 0 : (stop.opacity ?? 1),
    easing: EASING,
  }));
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return [];
  const start =
    appears > 0
      ? [
          { ...first, offset: 0, opacity: 0 },
          { ...first, offset: offset(appears), opacity: 0 },
        ]
      : [{ ...first, offset: 0 }];
  const end = [
    { ...last, offset: offset(lands) },
    { ...last, offset: offset(lands), opacity: 0 },
    { ...last, offset: 1, opacity: 0 },
  ];
  return [...start, ...frames.filter((_, index) => appears === 0 || (stops[index]?.at ?? 0) >= appears), ...end];
}

/** Return the keyframes that turn a card over on its way; none if it lies face up all the time. */
export function flipFrames({ stops }: Track, totalMs: number): Keyframe[] {
  if (stops.every(({ isUp }) => isUp)) return [];
  const frames = stops.map(({ at, isUp }) => ({
    offset: Math.min(1, at / totalMs),
    transform: `rotateY(${isUp ? 0 : 180}deg)`,
    easing: "ease-in-out",
  }));
  const [first, last] = [frames[0], frames.at(-1)];
  return first && last ? [{ ...first, offset: 0 }, ...frames, { ...last, offset: 1 }] : [];
}

/** Return the keyframes of a card that slides within its place. */
export function shiftFrames({ stops, lands }: Track): Keyframe[] {
  const [from, to] = [stops[0], stops.at(-1)];
  if (!from || !to?.box.width) return [];
  const moved = {
    transform: `translate(${from.box.left - to.box.left}px, ${from.box.top - to.box.top}px) scale(${from.box.width / to.box.width})`,
    transformOrigin: "0 0",
    easing: EASING,
  };
  return [
    { ...moved, offset: 0 },
    { ...moved, offset: from.at / lands },
    { transform: "none", transformOrigin: "0 0", offset: 1 },
  ];
}

export const SHAKE_MS = 420;
export const shakeFrames: Keyframe[] = [0, -5, 5, -4, 4, -2, 0].map((x, index) => ({
  transform: `translate(${x}px, ${index % 2 ? 2 : 0}px)`,
}));
