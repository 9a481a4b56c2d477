/** What the player has chosen, kept on this device. */
import { type Language, preferred } from "./words.svelte";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  motion: "auto" | "full" | "reduced";
  sound: boolean;
  /** Pass by itself in a window in which there is nothing else to do. */
  autoPass: boolean;
  name: string;
}

const KEY = "underdeck.settings";

function read(): Settings {
  const chosen: Settings = {
    language: preferred(),
    theme: "auto",
    fourColours: false,
    motion: "auto",
    sound: false,
    autoPass: true,
    name: "",
  };
  try {
    return { ...chosen, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return chosen;
  }
}

export const settings = $state<Settings>(read());

/** Keep what was chosen, and let the page follow. Called once, inside an effect root. */
export function follow(): void {
  $effect(() => {
    const { theme, fourColours, motion } = settings;
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement.dataset;
    root.theme = theme;
    root.suits = fourColours ? "four" : "two";
    root.motion = motion;
  });
}

/** How long something may move, in milliseconds; nothing at all for who wants it calm. */
export function duration(milliseconds: number): number {
  const calm =
    settings.motion === "reduced" ||
    (settings.motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  return calm ? 0 : milliseconds;
}
