/** Whole sets of choices for a new Dungeon table, offered before the details. */
import type { GameOptions } from "../../core/format";
import type { GameShown } from "../../core/protocol";
import type { Form } from "./form";

export interface Preset {
  name: "duel" | "classic" | "dark";
  players: number;
  house: GameOptions;
}

const PRESETS: Preset[] = [
  { name: "duel", players: 2, house: { short_tunnel: true } },
  { name: "classic", players: 3, house: {} },
  { name: "dark", players: 3, house: { pitch_black: true } },
];

/** Return the presets that the server can play. */
export function offeredPresets({ options, players }: Pick<GameShown, "options" | "players">): Preset[] {
  return PRESETS.filter(
    (preset) => players.includes(preset.players) && Object.keys(preset.house).every((name) => name in options),
  );
}

/** Choose a preset; the opponents, the match and the times stay as they are. */
export const withPreset = (form: Form, { players, house }: Preset): Form => ({ ...form, players, house: { ...house } });

/** Return whether a form has exactly the players and the rules of a preset. */
export function isPreset(form: Form, { players, house }: Preset): boolean {
  const names = new Set([...Object.keys(form.house), ...Object.keys(house)]);
  return (
    form.players === players && [...names].every((name) => Number(form.house[name] ?? 0) === Number(house[name] ?? 0))
  );
}
