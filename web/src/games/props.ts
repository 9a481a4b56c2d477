/** What the table and the end screen of a game are drawn from. */
import type { TableSnapshot } from "../core/live.svelte";
import type { AdviceShown, EventShown, MatchShown, MoveShown, Quip, SeatShown, Spoken } from "../core/protocol";
import type { Seat } from "../core/seats.svelte";

/** The parts that the views of all games have. */
export interface GameView {
  legal: MoveShown[];
  /** The paragraph of the rules that applies. */
  rule: string;
}

/** A legal move at a view. */
export type MoveOf<View extends GameView> = View["legal"][number];

/** One update of a game: the view, and the events since the previous update. */
export interface Update<View> {
  /** Different for every update. */
  number: number;
  view: View;
  events: EventShown[];
  story: string[];
  /** Whether a replay jumped here: the events before it were not shown. */
  isJump?: boolean;
}

export interface TableProps<View extends GameView> {
  update: Update<View>;
  /** The legal moves; none for a spectator. */
  moves: MoveOf<View>[];
  /** Make the move with this text. */
  choose: (text: string) => void;
  /** A move was sent and is not acknowledged yet. */
  busy?: boolean;
  /** The only legal move, which is about to be made by itself. */
  forced?: MoveOf<View> | null;
  /** The move that a lesson highlights. */
  hint?: MoveOf<View> | null;
  /** The players' names, by seat. */
  names: string[];
  seats: SeatShown[];
  house: Record<string, number | boolean>;
  /** Seconds until the open window closes; null if none is open. */
  window: number | null;
  answered: boolean;
  /** Seconds until the clock of each seat runs out; null without a clock. */
  clocks: (number | null)[];
  /** The match that the game is part of, if it is. */
  match?: MatchShown | null;
  /** What characters are saying. */
  quips?: readonly Quip[];
  /** The last phrase, and the seat that said it. */
  spoken?: Pick<Spoken, "seat" | "phrase"> | null;
  /** Nobody can move: the game is only shown. */
  isReplay?: boolean;
}

/** The last snapshot of a table; it has no view if the table was closed before the game. */
export type FinalSnapshot<View, Result> = Omit<TableSnapshot, "view" | "result"> & {
  view: View | null;
  result: Result | null;
};

export interface EndProps<View, Result> {
  snapshot: FinalSnapshot<View, Result>;
  seat: Seat;
  names: string[];
  story: string[];
  /** The last quips of the game; none if the player doesn't want them. */
  quips?: readonly Quip[];
  /** The game ended while this page showed it, not before it was opened. */
  isFresh?: boolean;
  rematch: () => void;
}

/** Tips for new players, shown at live tables only. */
export interface TipsProps<View> {
  update: Update<View>;
}

/** The odds of the next card, as part of advice. */
export interface OddsProps<View, Odds = AdviceShown["odds"]> {
  odds: Odds;
  view: View;
  names: string[];
}

export interface CounterProps<View> {
  /** null until the counter is opened. */
  unseen: string[] | null;
  view: View;
  busy: boolean;
  count: () => void;
  close: () => void;
}
