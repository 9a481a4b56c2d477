/** How the events of a Dungeon are emphasized while its cards move: order, strikes and falls. */
import { type Cue, SHOW_MS } from "../../cards/motion/schedule";
import type { DungeonShown, EventShown } from "../../core/protocol";

const STRIKE_MS = 480;
const FALL_MS = 380;
/** Cards that are drawn or discarded together follow each other closely. */
const NEXT_CARD_MS = 120;

type Emphasis = (event: Parts, table: Table) => Cue[];
type Parts = EventShown & { seat: number; target: number };

/** The names of places at the table. */
class Table {
  constructor(
    private readonly before: DungeonShown,
    private readonly after: DungeonShown,
  ) {}

  isOwn(seat: number): boolean {
    return seat === this.after.seat;
  }
  hand(seat: number): string {
    return this.isOwn(seat) ? "hand" : `seat:${seat}`;
  }
  passages(seat: number): string[] {
    return (this.before.players[seat]?.dungeon ?? []).map((_, index) => `passage:${seat}:${index + 1}`);
  }
  front(seat: number): string {
    return this.passages(seat).at(-1) ?? `cell:${seat}`;
  }
  /** The passage that was dug last. */
  newPassage(seat: number): string {
    return `passage:${seat}:${this.after.players[seat]?.dungeon.length ?? 0}`;
  }
}

const toTable: Emphasis = ({ seat, card }, table) => [{ card, from: table.hand(seat), ms: SHOW_MS }];
const toDiscards: Emphasis = ({ seat, card }, table) => [
  { card, from: table.hand(seat), to: "discards", ms: NEXT_CARD_MS },
];
const lunge = (from: string, via: string, shaken: number, card?: string | null): Cue => ({
  card,
  from,
  via,
  style: "lunge",
  shake: `dungeon:${shaken}`,
  ms: STRIKE_MS,
});
const fall = (seat: number, table: Table): Cue => ({
  from: table.front(seat),
  style: "fall",
  shake: `dungeon:${seat}`,
  ms: FALL_MS,
});
const fallAll: Emphasis = ({ seat }, table) => [
  ...table.passages(seat).map((from): Cue => ({ from, style: "fall", ms: NEXT_CARD_MS })),
  { shake: `dungeon:${seat}`, ms: FALL_MS },
];
/** The cards of a fight go to the discards. */
const arenaCleared: Cue = { from: "arena", ms: SHOW_MS };

const EMPHASIS: Record<string, Emphasis> = {
  bid_shown: toDiscards,
  drew: ({ seat }, table) => (table.isOwn(seat) ? [] : [{ from: "deck", to: table.hand(seat), ms: NEXT_CARD_MS }]),
  drew_card: ({ card }) => [{ card, from: "deck", ms: NEXT_CARD_MS }],
  dug: toTable,
  dug_hidden: ({ seat }, table) => [{ from: table.hand(seat), to: table.newPassage(seat), ms: SHOW_MS }],
  caved_in: ({ seat, target, card }, table) => [
    { ...lunge(table.hand(seat), table.front(target), target, card), to: "discards" },
    fall(target, table),
  ],
  cave_tried: ({ seat, target }, table) => [lunge(table.hand(seat), table.front(target), target)],
  cave_hit: ({ target }, table) => [fall(target, table)],
  attacked: ({ seat, target, card }, table) => [lunge(table.hand(seat), table.front(target), target, card)],
  creature_beaten: () => [arenaCleared],
  retreated: ({ seat }, table) => [fall(seat, table), arenaCleared],
  fell: fallAll,
  dungeon_lost: fallAll,
  fight_laid: toTable,
  countered: toTable,
  rob_called: toTable,
  took: ({ seat, card }, table) => [{ card, from: "discards", to: table.hand(seat), ms: SHOW_MS }],
  took_secretly: ({ seat }, table) => [{ from: "discards", to: table.hand(seat), ms: SHOW_MS }],
  fished: ({ seat, target, card }, table) => [
    { ...lunge(table.hand(seat), table.hand(target), target, card), to: "discards" },
  ],
  gave: ({ seat, target }, table) => [{ from: table.hand(seat), to: table.hand(target), ms: SHOW_MS }],
  gave_card: ({ seat, target, card }, table) => [{ card, from: table.hand(seat), to: table.hand(target), ms: SHOW_MS }],
  ace_played: ({ seat, card }, table) => [{ card, from: table.hand(seat), to: "discards", ms: SHOW_MS }],
  joker_saved: toDiscards,
  lost_card: toDiscards,
  discarded: toDiscards,
  own_discard: toDiscards,
  discarded_hidden: ({ seat }, table) => [{ from: table.hand(seat), to: "discards", ms: NEXT_CARD_MS }],
};

/** Return the cues of a list of events. */
export function cuesOf(events: EventShown[], before: DungeonShown, after: DungeonShown): Cue[] {
  const table = new Table(before, after);
  return events.flatMap(
    (event) => EMPHASIS[event.event]?.({ ...event, seat: event.seat ?? -1, target: event.target ?? -1 }, table) ?? [],
  );
}
