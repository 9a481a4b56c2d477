/** The opponents of a new player's first games. */
import { describeGame } from "../../core/games";
import type { TableRequest } from "../../core/open";

export type Bots = NonNullable<TableRequest["bots"]>;

export const firstOpponents = (n: number): Bots => describeGame("dungeon").opponents.slice(0, n) as Bots;
