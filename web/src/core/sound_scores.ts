/** The sounds as data: tones and filtered noise, mixed by core/sound.ts. No recordings are used. */

export type Sound =
  | "card"
  | "win"
  | "lose"
  | "blow"
  | "torch"
  | "coin"
  | "door"
  | "rumble"
  | "bell"
  | "heartbeat"
  | "taste";

interface Voice {
  /** When it begins, how long it lasts, and how long it takes to reach its volume, in seconds. */
  at?: number;
  seconds: number;
  attack?: number;
  /** From 0 to 1. */
  volume: number;
}
export interface Tone extends Voice {
  shape: OscillatorType;
  /** The pitch at its beginning and its end, in Hz. */
  pitch: [from: number, to: number];
}
/** Noise through a filter whose frequency glides. */
export interface Noise extends Voice {
  filter: BiquadFilterType;
  pitch: [from: number, to: number];
  q?: number;
}
export type Part = Tone | Noise;

export const isTone = (part: Part): part is Tone => "shape" in part;

const after = (delay: number, parts: readonly Part[]): Part[] =>
  parts.map((part) => ({ ...part, at: (part.at ?? 0) + delay }));

/** A card that leaves the deck and lands: a swish, then a soft tap. */
const FLIP: Part[] = [
  { seconds: 0.09, attack: 0.03, volume: 0.12, filter: "bandpass", pitch: [1800, 5200], q: 0.8 },
  { at: 0.075, seconds: 0.045, volume: 0.16, filter: "lowpass", pitch: [2200, 500] },
];
const CLINK = (at: number, pitch: number): Part[] => [
  { at, seconds: 0.16, volume: 0.07, shape: "sine", pitch: [pitch, pitch] },
  { at, seconds: 0.1, volume: 0.04, shape: "sine", pitch: [pitch * 2.76, pitch * 2.76] },
  { at, seconds: 0.02, volume: 0.05, filter: "highpass", pitch: [6000, 6000] },
];
/** The crackle of a flame: short bursts at uneven times, fainter and fainter. */
const CRACKLE: Part[] = [0, 0.05, 0.08, 0.15, 0.19, 0.28, 0.4].map((at, index) => ({
  at,
  seconds: 0.025,
  volume: 0.13 * 0.82 ** index,
  filter: "bandpass" as const,
  pitch: [2600 - index * 240, 1500] as [number, number],
  q: 2.5,
}));
const THUMP = (at: number, volume: number): Part[] => [
  { at, seconds: 0.16, attack: 0.012, volume, shape: "sine", pitch: [68, 38] },
  { at, seconds: 0.05, volume: volume * 0.25, filter: "lowpass", pitch: [220, 80] },
];
const PLUCK = (at: number, pitch: number, seconds = 0.5): Part[] => [
  { at, seconds, volume: 0.09, shape: "triangle", pitch: [pitch, pitch] },
  { at, seconds: seconds * 0.6, volume: 0.03, shape: "sine", pitch: [pitch * 2, pitch * 2] },
];

export const SCORES: Record<Sound, readonly Part[]> = {
  card: FLIP,
  coin: [...CLINK(0, 2093), ...CLINK(0.07, 2637), ...CLINK(0.13, 2349)],
  blow: [
    { seconds: 0.08, volume: 0.26, filter: "lowpass", pitch: [1600, 160] },
    { seconds: 0.2, volume: 0.3, shape: "sine", pitch: [130, 46] },
  ],
  /** A flame that crackles, gutters and goes out with a breath. */
  torch: [
    ...CRACKLE,
    { at: 0.25, seconds: 0.55, attack: 0.08, volume: 0.12, filter: "bandpass", pitch: [1300, 180], q: 0.7 },
  ],
  /** Stone on stone, and the slab that comes to rest. */
  door: [
    { seconds: 0.65, attack: 0.1, volume: 0.34, filter: "lowpass", pitch: [150, 260] },
    { seconds: 0.6, attack: 0.12, volume: 0.06, filter: "bandpass", pitch: [520, 760], q: 3 },
    ...after(0.62, [
      { seconds: 0.22, volume: 0.3, shape: "sine", pitch: [84, 40] },
      { seconds: 0.08, volume: 0.16, filter: "lowpass", pitch: [700, 120] },
    ]),
  ],
  rumble: [
    { seconds: 0.75, attack: 0.04, volume: 0.4, filter: "lowpass", pitch: [210, 60] },
    { seconds: 0.5, volume: 0.22, shape: "sine", pitch: [58, 36] },
    ...after(0.12, CRACKLE.slice(0, 4)),
  ],
  bell: [
    { seconds: 0.9, volume: 0.07, shape: "sine", pitch: [880, 880] },
    { seconds: 0.55, volume: 0.03, shape: "sine", pitch: [2112, 2112] },
    { seconds: 0.3, volume: 0.015, shape: "sine", pitch: [3520, 3520] },
  ],
  heartbeat: [...THUMP(0, 0.42), ...THUMP(0.24, 0.3), ...THUMP(1.0, 0.38), ...THUMP(1.24, 0.26)],
  win: [
    ...PLUCK(0, 392),
    ...PLUCK(0.14, 494),
    ...PLUCK(0.28, 587),
    ...PLUCK(0.42, 784, 1.2),
    ...PLUCK(0.42, 988, 1.2),
    ...after(0.5, CLINK(0, 2093)),
    ...after(0.62, CLINK(0, 2637)),
  ],
  lose: [
    ...PLUCK(0, 294, 0.6),
    ...PLUCK(0.24, 277, 0.6),
    ...PLUCK(0.48, 262, 0.7),
    ...PLUCK(0.78, 196, 1.4),
    { at: 0.78, seconds: 1.3, attack: 0.2, volume: 0.1, filter: "lowpass", pitch: [160, 60] },
  ],
  /** What the game sounds like, when sound is offered. */
  taste: [
    ...FLIP,
    ...after(0.22, FLIP),
    ...after(0.5, CLINK(0, 2093)),
    ...after(0.57, CLINK(0, 2637)),
    ...after(0.85, PLUCK(0, 587, 0.9)),
  ],
};
