/** What happened as a row of scenes, each a spread to be shown for a moment. Nothing is decided here: cards are put where the events say,
 * and the last scene is the view itself. Where the events don't lead from the one to the other (a move taken back), there is nothing to play. */
import type { EventShown, TombShown } from "../core/protocol";
import type { Sound } from "../core/sound";

export type Mark =
  | { kind: "won" | "dodged" | "fled" | "torch" | "favor_again" }
  | { kind: "blow" | "held" | "wounded"; n: number };

export interface Scene {
  shown: TombShown;
  /** Milliseconds until the next one. */
  wait: number;
  sound?: Sound;
  mark?: Mark | null;
}

const LOOK_AT_IT = 430;
const GO = 260;
const PASS_BY = 230;
const HURT = 520;
const WONDER = 900;

/** An event of which each kind has the parts that are asked for here. */
type Happened = { [Part in keyof EventShown]-?: NonNullable<EventShown[Part]> };
type Told = (stage: Stage, event: Happened) => void;

class Stage {
  readonly scenes: Scene[] = [];
  constructor(
    public now: TombShown,
    private readonly end: TombShown,
  ) {}

  set(parts: Partial<TombShown>): void {
    this.now = { ...this.now, ...parts };
  }

  show(wait: number, sound?: Sound, mark?: Mark | null): void {
    this.scenes.push({ shown: this.now, wait, sound, mark });
  }

  /** Off the deck and onto the column. */
  turn(card: string): void {
    const deck = this.now.deck - 1;
    this.set({ deck, under: deck > 0 ? this.now.under : [], column: [...this.now.column, card] });
  }

  lift(card: string): void {
    const without = (cards: string[]) => cards.filter((other) => other !== card);
    this.set({ column: without(this.now.column), hand: without(this.now.hand) });
  }

  /** Into the hand, where it will lie in the end. */
  take(card: string): void {
    this.lift(card);
    const order = this.end.hand;
    const hand = [...this.now.hand, card];
    this.set({ hand: order.includes(card) ? hand.sort((a, b) => order.indexOf(a) - order.indexOf(b)) : hand });
  }

  finish(): void {
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
    this.show(GO, "card", null);
  }
}

const found: Told = (stage, { card }) => {
  stage.turn(card);
  stage.show(LOOK_AT_IT, "coin");
};
const won: Told = (stage) => stage.show(LOOK_AT_IT, "bell", { kind: "won" });
const finished: Told = (stage) => stage.finish();
const begun: Told = (stage, { turn }) => stage.set({ turn: turn, phase: "turning" });

const TOLD: Record<string, Told> = {
  delved: begun,
  retreated: begun,
  turned_around: (stage, { n }) => {
    stage.set({ deepest: n + 1 });
    stage.show(GO, "card");
  },
  walked_out: (stage) => stage.set({ deepest: 1 }),
  torch_burnt: (stage, { card, n }) => {
    stage.turn(card);
    stage.show(LOOK_AT_IT, "card");
    stage.lift(card);
    stage.set({ torches: [...stage.now.torches, card], burnt: n, owed: Math.max(stage.now.owed - 1, 0) });
    stage.show(GO, "torch", { kind: "torch" });
  },
  skill_gained: (stage, { card }) => {
    stage.turn(card);
    stage.show(LOOK_AT_IT, "card");
    stage.take(card);
    stage.show(GO, "coin");
  },
  favor_shown: (stage, { card }) => {
    const again = stage.now.column.some((other) => other.startsWith("Q"));
    stage.turn(card);
    if (again) stage.show(WONDER, "bell", { kind: "favor_again" });
    else stage.show(LOOK_AT_IT, "bell");
  },
  hoard_found: found,
  scroll_found: found,
  encounter_met: (stage, { card }) => {
    stage.turn(card);
    stage.set({ encounter: card, phase: "standing" });
    stage.show(LOOK_AT_IT, "card");
  },
  won_by_action: (stage, { card }) => {
    stage.turn(card);
    stage.show(LOOK_AT_IT, "card");
    stage.show(GO, "bell", { kind: "won" });
  },
  won_by_favor: won,
  won_by_skill: (stage, { card }) => {
    stage.lift(card);
    stage.set({ column: [...stage.now.column, card] });
    stage.show(LOOK_AT_IT, "bell", { kind: "won" });
  },
  blow_struck: (stage, { card, damage }) => {
    stage.turn(card);
    stage.show(LOOK_AT_IT, "card");
    stage.set({ blow: damage });
    stage.show(GO, "blow", { kind: "blow", n: damage });
  },
  wounded: (stage, { damage, hp }) => {
    stage.set({ hit_points: hp, blow: 0, phase: "standing" });
    stage.show(HURT, "blow", { kind: "wounded", n: damage });
  },
  dodged: (stage, { card }) => {
    stage.lift(card);
    stage.set({ spent: [...stage.now.spent, card], blow: 0, phase: "standing" });
    stage.show(LOOK_AT_IT, "card", { kind: "dodged" });
  },
  door_held: (stage, { card, n }) => {
    stage.turn(card);
    stage.show(LOOK_AT_IT, "card");
    stage.set({ owed: n });
    stage.show(GO, "rumble", { kind: "held", n: n });
  },
  discarded: (stage, { card }) => {
    stage.turn(card);
    stage.show(PASS_BY, "card");
    stage.lift(card);
    stage.set({ discards: stage.now.discards + 1, owed: Math.max(stage.now.owed - 1, 0) });
    stage.show(PASS_BY / 2);
  },
  treasure_dropped: (stage, { card }) => {
    stage.lift(card);
    stage.set({ column: [...stage.now.column, card] });
    stage.show(LOOK_AT_IT, "coin");
  },
  fled: (stage) => stage.show(GO, undefined, { kind: "fled" }),
  scroll_read: (stage, { card }) => {
    const { torches, deck, burnt } = stage.now;
    stage.lift("Jk");
    stage.set({
      torches: [...torches.filter((other) => other !== card), "Jk"],
      under: [card],
      deck: deck + 1,
      burnt: burnt - 1,
      phase: "turning",
    });
    stage.show(LOOK_AT_IT, "bell", null);
  },
  treasure_taken: (stage, { card }) => {
    stage.take(card);
    stage.show(GO, "coin");
  },
  turn_won: finished,
  turn_lost: finished,
  turn_fled: finished,
};

const FACTS = ["deck", "turn", "deepest", "discards", "hit_points", "burnt", "stacks"] as const;
const PLACES = ["column", "hand", "torches", "spent", "under"] as const;

function agree(one: TombShown, other: TombShown): boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return (
    FACTS.every((fact) => same(one[fact], other[fact])) &&
    PLACES.every((place) => same([...one[place]].sort(), [...other[place]].sort()))
  );
}

/** The scenes from one view to the next; none where the events don't lead there. */
export function scenesBetween(before: TombShown, events: EventShown[], view: TombShown): Scene[] {
  const stage = new Stage(before, view);
  for (const event of events) TOLD[event.event]?.(stage, event as Happened);
  return agree(stage.now, view) ? stage.scenes : [];
}
