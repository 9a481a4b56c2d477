/** The player's name, and when it matters: a solitaire and a game against bots don't ask for it. */
import { describeGame } from "./games";
import type { NewTable } from "./protocol";
import { settings } from "./settings.svelte";
import { list } from "./words.svelte";

/** The name of a player who has chosen none; the first one is in the player's language. */
const defaultNames = () => list("name.defaults");

/** Return whether a name is one that was given to a player who had none. */
export const isDefaultName = (name: string): boolean => defaultNames().includes(name);

/** Return the player's name, or the default one. */
export const ownName = (): string => settings.name.trim() || (defaultNames()[0] ?? "");

/** Return whether other people will sit at a table. */
export function needsName({ game, house, bots, again }: Omit<NewTable, "name">): boolean {
  if (describeGame(game).is_solitaire || again) return false;
  const players = Number(house?.players ?? describeGame(game).defaults.players);
  return (bots?.length ?? 0) < players - 1;
}
