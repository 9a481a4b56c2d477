/** The player's settings, stored on this device. */
import { PACES, type Pace } from "./pace";
import { LANGUAGES, type Language, preferredLanguage } from "./words.svelte";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  /** The back of all cards (cards/backs.ts). */
  cardBack: string;
  motion: "auto" | "full" | "reduced";
  motionSpeed: "slow" | "normal" | "fast";
  sound: boolean;
  /** How fast bots move at tables that this player opens. */
  botPace: Pace;
  /** From 0 to 1. */
  volume: number;
  /** Whether sound was offered at the first table. */
  soundOffered: boolean;
  /** The tips that were shown; each is shown once. */
  tips: string[];
  /** Pass automatically in a window that offers no other move. */
  autoPass: boolean;
  /** Show what characters say. */
  quips: boolean;
  chronicleLength: "short" | "full";
  /** Show the paragraph of the chronicle beside a replay. */
  replayScenes: boolean;
  name: string;
}

const KEY = "underdeck.settings";
/** The values of the settings that have a few. */
const CHOICES = {
  language: LANGUAGES,
  theme: ["auto", "light", "dark"],
  motion: ["auto", "full", "reduced"],
  motionSpeed: ["slow", "normal", "fast"],
  botPace: PACES,
  chronicleLength: ["short", "full"],
} satisfies { [Name in keyof Settings]?: readonly Settings[Name][] };

function read(): Settings {
  const defaults: Settings = {
    language: preferredLanguage(),
    theme: "auto",
    fourColours: false,
    cardBack: "candle",
    motion: "auto",
    motionSpeed: "normal",
    sound: false,
    botPace: "normal",
    volume: 0.7,
    soundOffered: false,
    tips: [],
    autoPass: true,
    quips: true,
    chronicleLength: "full",
    replayScenes: true,
    name: "",
  };
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    return { ...defaults, ...Object.fromEntries(stored.filter(([name, value]) => isValid(defaults, name, value))) };
  } catch {
    return defaults;
  }
}

/** Return whether a stored value is one that the setting can have. */
function isValid(defaults: Settings, name: string, value: unknown): boolean {
  const choices: readonly unknown[] | undefined = CHOICES[name as keyof typeof CHOICES];
  const known = defaults[name as keyof Settings];
  return choices
    ? choices.includes(value)
    : typeof value === typeof known && Array.isArray(value) === Array.isArray(known);
}

export const settings = $state<Settings>(read());

/** Store every change and apply it to the page. Call once, inside an effect root. */
export function applySettings(): void {
  $effect(() => {
    const { theme, fourColours, cardBack, motion } = settings;
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement.dataset;
    root.theme = theme;
    root.suits = fourColours ? "four" : "two";
    root.back = cardBack;
    root.motion = motion;
  });
}

/** Return how long an animation may take: the given time, or 0 if the player prefers reduced motion. */
export function duration(milliseconds: number): number {
  const isReduced =
    settings.motion === "reduced" ||
    (settings.motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  return isReduced ? 0 : milliseconds;
}
