/** The card animations for a list of events. They are only decoration: the table is always drawn from the view. */
import type { DungeonShown, EventShown } from "../../core/protocol";

export interface Flight {
  /** The card's face; null for its back. */
  card: string | null;
  /** Names of places at the table, in order of preference: `seat:1`, `p:0:3`, `hand:9S`, `deck`, `discards`, `arena`. */
  from: string[];
  to: string[];
  /** Move in an arc, lunge at a target, or fall and fade out. */
  style: "fly" | "lunge" | "fall";
  /** The step of the update in which it starts, from 0. */
  step: number;
}

export interface Scene {
  flights: Flight[];
  /** The seats that shake, and in which step. */
  shaken: { seat: number; step: number }[];
  steps: number;
}

type EventAnimation = (event: EventShown, plan: FlightPlan) => void;

class FlightPlan {
  step = 0;
  flights: Flight[] = [];
  shaken: { seat: number; step: number }[] = [];
  constructor(
    readonly before: DungeonShown,
    readonly after: DungeonShown,
  ) {}
  /** Return the places where cards of a seat's hand start and end. */
  hand(seat: number, card: string | null): string[] {
    return seat === this.after.seat ? [card ? `hand:${card}` : "hand", "hand", `seat:${seat}`] : [`seat:${seat}`];
  }
  front(seat: number): { at: string[]; card: string | null } {
    const dungeon = this.before.players[seat]?.dungeon ?? [];
    return { at: [`p:${seat}:${dungeon.length}`, `cell:${seat}`], card: dungeon.at(-1)?.card ?? null };
  }
  fly(card: string | null, from: string[], to: string[], style: Flight["style"] = "fly") {
    this.flights.push({ card, from, to, style, step: this.step });
  }
  shake(seat: number) {
    this.shaken.push({ seat, step: this.step });
  }
  next() {
    this.step++;
  }
}

const toDiscards: EventAnimation = ({ seat, card }, plan) =>
  plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), ["discards"]);
const toArena: EventAnimation = ({ seat, card }, plan) => {
  plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), ["arena"]);
  plan.next();
};
const frontFalls = (seat: number, plan: FlightPlan) => {
  const { card, at: place } = plan.front(seat);
  plan.fly(card, place, ["discards"], "fall");
  plan.shake(seat);
  plan.next();
};

const ANIMATIONS: Record<string, EventAnimation> = {
  bid_shown: toDiscards,
  drew: ({ seat, n }, plan) => {
    if (seat === plan.after.seat) return;
    for (let card = 0; card < Math.min(n ?? 1, 3); card++) plan.fly(null, ["deck"], plan.hand(seat ?? 0, null));
  },
  drew_card: ({ seat, card }, plan) => plan.fly(card ?? null, ["deck"], plan.hand(seat ?? 0, card ?? null)),
  dug: ({ seat, card }, plan) => {
    const place = plan.after.players[seat ?? 0]?.dungeon.length ?? 0;
    plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), [`p:${seat}:${place}`, `cell:${seat}`]);
    plan.next();
  },
  dug_hidden: ({ seat }, plan) => {
    const dungeon = plan.after.players[seat ?? 0]?.dungeon ?? [];
    const card = dungeon.at(-1)?.card ?? null;
    plan.fly(card, plan.hand(seat ?? 0, card), [`p:${seat}:${dungeon.length}`, `cell:${seat}`]);
    plan.next();
  },
  caved_in: ({ seat, target, card }, plan) => {
    plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), plan.front(target ?? 0).at, "lunge");
    plan.next();
    frontFalls(target ?? 0, plan);
  },
  cave_tried: ({ seat, target }, plan) => {
    plan.fly(null, plan.hand(seat ?? 0, null), plan.front(target ?? 0).at, "lunge");
    plan.shake(target ?? 0);
    plan.next();
  },
  cave_hit: ({ target }, plan) => frontFalls(target ?? 0, plan),
  attacked: ({ seat, target, card }, plan) => {
    plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), plan.front(target ?? 0).at, "lunge");
    plan.shake(target ?? 0);
    plan.next();
  },
  retreated: ({ seat }, plan) => frontFalls(seat ?? 0, plan),
  fell: ({ seat }, plan) => {
    plan.shake(seat ?? 0);
    (plan.before.players[seat ?? 0]?.dungeon ?? []).forEach(({ card }, place) => {
      plan.fly(card, [`p:${seat}:${place + 1}`], ["discards"], "fall");
    });
    plan.next();
  },
  dungeon_lost: (event, plan) => ANIMATIONS.fell?.(event, plan),
  fight_laid: toArena,
  countered: toArena,
  rob_called: toArena,
  took: ({ seat, card }, plan) => plan.fly(card ?? null, ["discards"], plan.hand(seat ?? 0, card ?? null)),
  took_secretly: ({ seat }, plan) => plan.fly(null, ["discards"], plan.hand(seat ?? 0, null)),
  fished: ({ seat, target, card }, plan) => {
    plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), [`seat:${target}`], "lunge");
    plan.next();
  },
  gave: ({ seat, target }, plan) => {
    if (seat !== plan.after.seat && target !== plan.after.seat)
      plan.fly(null, plan.hand(seat ?? 0, null), plan.hand(target ?? 0, null));
  },
  gave_card: ({ seat, target, card }, plan) =>
    plan.fly(card ?? null, plan.hand(seat ?? 0, card ?? null), plan.hand(target ?? 0, card ?? null)),
  ace_played: (event, plan) => {
    toDiscards(event, plan);
    plan.next();
  },
  joker_saved: toDiscards,
  lost_card: toDiscards,
  discarded: toDiscards,
  own_discard: toDiscards,
  discarded_hidden: ({ seat }, plan) => {
    if (seat !== plan.after.seat) plan.fly(null, plan.hand(seat ?? 0, null), ["discards"]);
  },
};

/** A longer list of events is a game replayed after a reload, which isn't animated. */
const MAX_EVENTS = 40;
const MAX_FLIGHTS = 24;

export function sceneOf(events: EventShown[], before: DungeonShown, after: DungeonShown): Scene {
  const plan = new FlightPlan(before, after);
  if (events.length <= MAX_EVENTS) for (const event of events) ANIMATIONS[event.event]?.(event, plan);
  return { flights: plan.flights.slice(0, MAX_FLIGHTS), shaken: plan.shaken, steps: plan.step + 1 };
}
