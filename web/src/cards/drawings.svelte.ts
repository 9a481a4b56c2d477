/** The outlines that are loaded so far; a game adds its own when its table is opened. */
import { icons } from "virtual:icons/page";

let known = $state.raw<Record<string, string>>(icons);

export function draw(more: Record<string, string>): void {
  known = { ...known, ...more };
}

export function outline(name: string): string {
  return known[name] ?? "";
}
