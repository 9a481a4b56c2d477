/** The icon outlines loaded so far; each screen adds those that it needs. */
import { icons } from "virtual:icons/first";

let outlines = $state.raw<Record<string, string>>(icons);

export function addIcons(more: Record<string, string>): void {
  outlines = { ...outlines, ...more };
}

export function outlineOf(name: string): string {
  return outlines[name] ?? "";
}
