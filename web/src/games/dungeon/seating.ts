/** The order in which players are shown. */
import type { DungeonShown, PlayerShown } from "../../core/protocol";

/** Return the opponents from the next seat on, in table order; a spectator sees all players. */
export function opponentsOf({ players, seat }: Pick<DungeonShown, "players" | "seat">): PlayerShown[] {
  return seat === null ? players : [...players.slice(seat + 1), ...players.slice(0, seat)];
}
