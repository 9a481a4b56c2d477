/**
 * Turns events into scenes, each a spread that is shown for a moment. It applies no rules: cards go where the events
 * say, and the last scene must equal the view. If it doesn't (a move was undone), nothing is animated.
 */
import type { EventShown, TombShown } from "../../core/protocol";
import type { Sound } from "../../core/sound";

export type Mark =
  | { kind: "won" | "dodged" | "fled" | "torch" | "favor_again" }
  | { kind: "blow" | "held" | "wounded"; n: number };

export interface Scene {
  shown: TombShown;
  durationMs: number;
  sound?: Sound;
  mark?: Mark | null;
}

const SHOW_MS = 430;
const MOVE_MS = 260;
const PASS_MS = 230;
const HURT_MS = 520;
const SECOND_QUEEN_MS = 900;

/** An event with all fields required: each handler only reads those that its kind of event has. */
type FullEvent = { [Part in keyof EventShown]-?: NonNullable<EventShown[Part]> };
type EventHandler = (builder: SceneBuilder, event: FullEvent) => void;

class SceneBuilder {
  readonly scenes: Scene[] = [];
  constructor(
    public now: TombShown,
    private readonly end: TombShown,
  ) {}

  set(fields: Partial<TombShown>): void {
    this.now = { ...this.now, ...fields };
  }

  show(durationMs: number, sound?: Sound, mark?: Mark | null): void {
    this.scenes.push({ shown: this.now, durationMs, sound, mark });
  }

  /** Move a card from the deck to the column. */
  turn(card: string): void {
    const deck = this.now.deck - 1;
    this.set({ deck, under: deck > 0 ? this.now.under : [], column: [...this.now.column, card] });
  }

  remove(card: string): void {
    const without = (cards: string[]) => cards.filter((other) => other !== card);
    this.set({ column: without(this.now.column), hand: without(this.now.hand) });
  }

  /** Move a card to its final position in the hand. */
  take(card: string): void {
    this.remove(card);
    const order = this.end.hand;
    const hand = [...this.now.hand, card];
    this.set({ hand: order.includes(card) ? hand.sort((a, b) => order.indexOf(a) - order.indexOf(b)) : hand });
  }

  finishTurn(): void {
    const { stacks, column } = this.now;
    this.set({
      stacks: [...stacks, column.length],
      column: [],
      encounter: null,
      phase: "between",
      blow: 0,
      owed: 0,
      dropped: 0,
    });
    this.show(MOVE_MS, "card", null);
  }
}

const found: EventHandler = (builder, { card }) => {
  builder.turn(card);
  builder.show(SHOW_MS, "coin");
};
const won: EventHandler = (builder) => builder.show(SHOW_MS, "bell", { kind: "won" });
const finished: EventHandler = (builder) => builder.finishTurn();
const begun: EventHandler = (builder, { turn }) => builder.set({ turn: turn, phase: "turning" });

const HANDLERS: Record<string, EventHandler> = {
  delved: begun,
  retreated: begun,
  turned_around: (builder, { n }) => {
    builder.set({ deepest: n + 1 });
    builder.show(MOVE_MS, "card");
  },
  walked_out: (builder) => builder.set({ deepest: 1 }),
  torch_burnt: (builder, { card, n }) => {
    builder.turn(card);
    builder.show(SHOW_MS, "card");
    builder.remove(card);
    builder.set({ torches: [...builder.now.torches, card], burnt: n, owed: Math.max(builder.now.owed - 1, 0) });
    builder.show(MOVE_MS, "torch", { kind: "torch" });
  },
  skill_gained: (builder, { card }) => {
    builder.turn(card);
    builder.show(SHOW_MS, "card");
    builder.take(card);
    builder.show(MOVE_MS, "coin");
  },
  favor_shown: (builder, { card }) => {
    const again = builder.now.column.some((other) => other.startsWith("Q"));
    builder.turn(card);
    if (again) builder.show(SECOND_QUEEN_MS, "bell", { kind: "favor_again" });
    else builder.show(SHOW_MS, "bell");
  },
  hoard_found: found,
  scroll_found: found,
  encounter_met: (builder, { card }) => {
    builder.turn(card);
    builder.set({ encounter: card, phase: "standing" });
    builder.show(SHOW_MS, "card");
  },
  won_by_action: (builder, { card }) => {
    builder.turn(card);
    builder.show(SHOW_MS, "card");
    builder.show(MOVE_MS, "bell", { kind: "won" });
  },
  won_by_favor: won,
  won_by_skill: (builder, { card }) => {
    builder.remove(card);
    builder.set({ column: [...builder.now.column, card] });
    builder.show(SHOW_MS, "bell", { kind: "won" });
  },
  blow_struck: (builder, { card, damage }) => {
    builder.turn(card);
    builder.show(SHOW_MS, "card");
    builder.set({ blow: damage });
    builder.show(MOVE_MS, "blow", { kind: "blow", n: damage });
  },
  wounded: (builder, { damage, hp }) => {
    builder.set({ hit_points: hp, blow: 0, phase: "standing" });
    builder.show(HURT_MS, "blow", { kind: "wounded", n: damage });
  },
  dodged: (builder, { card }) => {
    builder.remove(card);
    builder.set({ spent: [...builder.now.spent, card], blow: 0, phase: "standing" });
    builder.show(SHOW_MS, "card", { kind: "dodged" });
  },
  door_held: (builder, { card, n }) => {
    builder.turn(card);
    builder.show(SHOW_MS, "card");
    builder.set({ owed: n });
    builder.show(MOVE_MS, "rumble", { kind: "held", n: n });
  },
  discarded: (builder, { card }) => {
    builder.turn(card);
    builder.show(PASS_MS, "card");
    builder.remove(card);
    builder.set({ discards: builder.now.discards + 1, owed: Math.max(builder.now.owed - 1, 0) });
    builder.show(PASS_MS / 2);
  },
  treasure_dropped: (builder, { card }) => {
    builder.remove(card);
    builder.set({ column: [...builder.now.column, card] });
    builder.show(SHOW_MS, "coin");
  },
  fled: (builder) => builder.show(MOVE_MS, undefined, { kind: "fled" }),
  scroll_read: (builder, { card }) => {
    const { torches, deck, burnt } = builder.now;
    builder.remove("Jk");
    builder.set({
      torches: [...torches.filter((other) => other !== card), "Jk"],
      under: [card],
      deck: deck + 1,
      burnt: burnt - 1,
      phase: "turning",
    });
    builder.show(SHOW_MS, "bell", null);
  },
  treasure_taken: (builder, { card }) => {
    builder.take(card);
    builder.show(MOVE_MS, "coin");
  },
  turn_won: finished,
  turn_lost: finished,
  turn_fled: finished,
};

const VALUES = ["deck", "turn", "deepest", "discards", "hit_points", "burnt", "stacks"] as const;
const CARD_LISTS = ["column", "hand", "torches", "spent", "under"] as const;

function isSameSpread(one: TombShown, other: TombShown): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return (
    VALUES.every((name) => same(one[name], other[name])) &&
    CARD_LISTS.every((name) => same([...one[name]].sort(), [...other[name]].sort()))
  );
}

/** Return the scenes from one view to the next; none if the events don't lead there. */
export function scenesBetween(before: TombShown, events: EventShown[], view: TombShown): Scene[] {
  const builder = new SceneBuilder(before, view);
  for (const event of events) HANDLERS[event.event]?.(builder, event as FullEvent);
  return isSameSpread(builder.now, view) ? builder.scenes : [];
}
