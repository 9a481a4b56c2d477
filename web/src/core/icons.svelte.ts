/** The icon outlines loaded so far; each game adds its own when its table opens. */
import { icons } from "virtual:icons/page";

let outlines = $state.raw<Record<string, string>>(icons);

export function addIcons(more: Record<string, string>): void {
  outlines = { ...outlines, ...more };
}

export function outlineOf(name: string): string {
  return outlines[name] ?? "";
}
