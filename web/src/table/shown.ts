/** What a table of either game is drawn from. */
import type { EventShown, SeatShown } from "../core/protocol";

/** One look at a game: how it stands, and what happened since the look before. */
export interface Look<View> {
  /** Another one for every look. */
  number: number;
  view: View;
  events: EventShown[];
  story: string[];
}

export interface TombProps<View> {
  look: Look<View>;
  /** The moves to choose from; none for who watches. */
  moves: string[];
  choose: (move: string) => void;
  /** A move is on its way. */
  busy?: boolean;
  /** The move that a lesson wants to be seen. */
  hint?: string | null;
}

export interface DungeonProps<View> extends TombProps<View> {
  /** The players' names, by seat. */
  names: string[];
  seats: SeatShown[];
  house: Record<string, number | boolean>;
  /** Seconds until the open window closes, and until each seat's clock runs out; null where there is none. */
  window: number | null;
  answered: boolean;
  clocks: (number | null)[];
  /** What a seat has just said. */
  spoken?: { seat: number; phrase: string } | null;
}
