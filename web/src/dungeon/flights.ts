/** Which cards fly where, by what happened. It only shows: the table itself is always drawn from the view. */
import type { DungeonShown, EventShown } from "../core/protocol";

export interface Flight {
  /** The card's face; null for its back. */
  card: string | null;
  /** Names of places at the table, the best first: `seat:1`, `p:0:3`, `hand:9S`, `deck`, `discards`, `arena`. */
  from: string[];
  to: string[];
  /** Flown, thrown at somebody and back, or fallen into the depth. */
  how: "fly" | "lunge" | "fall";
  /** Its turn among those of one look, from 0. */
  step: number;
}

export interface Scene {
  flights: Flight[];
  /** Seats whose ceiling shakes, and when. */
  shaken: { seat: number; step: number }[];
  steps: number;
}

type Teller = (event: EventShown, at: At) => void;

class At {
  step = 0;
  flights: Flight[] = [];
  shaken: { seat: number; step: number }[] = [];
  constructor(
    readonly before: DungeonShown,
    readonly after: DungeonShown,
  ) {}
  /** Where the cards of a seat come from and go to. */
  hand(seat: number, card: string | null): string[] {
    return seat === this.after.seat ? [card ? `hand:${card}` : "hand", "hand", `seat:${seat}`] : [`seat:${seat}`];
  }
  front(seat: number): { at: string[]; card: string | null } {
    const dungeon = this.before.players[seat]?.dungeon ?? [];
    return { at: [`p:${seat}:${dungeon.length}`, `cell:${seat}`], card: dungeon.at(-1)?.card ?? null };
  }
  fly(card: string | null, from: string[], to: string[], how: Flight["how"] = "fly") {
    this.flights.push({ card, from, to, how, step: this.step });
  }
  shake(seat: number) {
    this.shaken.push({ seat, step: this.step });
  }
  next() {
    this.step++;
  }
}

const toDiscards: Teller = ({ seat, card }, at) => at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), ["discards"]);
const toArena: Teller = ({ seat, card }, at) => {
  at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), ["arena"]);
  at.next();
};
const frontFalls = (seat: number, at: At) => {
  const { card, at: place } = at.front(seat);
  at.fly(card, place, ["discards"], "fall");
  at.shake(seat);
  at.next();
};

const TELLERS: Record<string, Teller> = {
  bid_shown: toDiscards,
  drew: ({ seat, n }, at) => {
    if (seat === at.after.seat) return;
    for (let card = 0; card < Math.min(n ?? 1, 3); card++) at.fly(null, ["deck"], at.hand(seat ?? 0, null));
  },
  drew_card: ({ seat, card }, at) => at.fly(card ?? null, ["deck"], at.hand(seat ?? 0, card ?? null)),
  dug: ({ seat, card }, at) => {
    const place = at.after.players[seat ?? 0]?.dungeon.length ?? 0;
    at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), [`p:${seat}:${place}`, `cell:${seat}`]);
    at.next();
  },
  dug_hidden: ({ seat }, at) => {
    const dungeon = at.after.players[seat ?? 0]?.dungeon ?? [];
    const card = dungeon.at(-1)?.card ?? null;
    at.fly(card, at.hand(seat ?? 0, card), [`p:${seat}:${dungeon.length}`, `cell:${seat}`]);
    at.next();
  },
  caved_in: ({ seat, target, card }, at) => {
    at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), at.front(target ?? 0).at, "lunge");
    at.next();
    frontFalls(target ?? 0, at);
  },
  cave_tried: ({ seat, target }, at) => {
    at.fly(null, at.hand(seat ?? 0, null), at.front(target ?? 0).at, "lunge");
    at.shake(target ?? 0);
    at.next();
  },
  cave_hit: ({ target }, at) => frontFalls(target ?? 0, at),
  attacked: ({ seat, target, card }, at) => {
    at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), at.front(target ?? 0).at, "lunge");
    at.shake(target ?? 0);
    at.next();
  },
  retreated: ({ seat }, at) => frontFalls(seat ?? 0, at),
  fell: ({ seat }, at) => {
    at.shake(seat ?? 0);
    (at.before.players[seat ?? 0]?.dungeon ?? []).forEach(({ card }, place) => {
      at.fly(card, [`p:${seat}:${place + 1}`], ["discards"], "fall");
    });
    at.next();
  },
  dungeon_lost: (event, at) => TELLERS.fell?.(event, at),
  fight_laid: toArena,
  countered: toArena,
  rob_called: toArena,
  took: ({ seat, card }, at) => at.fly(card ?? null, ["discards"], at.hand(seat ?? 0, card ?? null)),
  took_secretly: ({ seat }, at) => at.fly(null, ["discards"], at.hand(seat ?? 0, null)),
  fished: ({ seat, target, card }, at) => {
    at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), [`seat:${target}`], "lunge");
    at.next();
  },
  gave: ({ seat, target }, at) => {
    if (seat !== at.after.seat && target !== at.after.seat)
      at.fly(null, at.hand(seat ?? 0, null), at.hand(target ?? 0, null));
  },
  gave_card: ({ seat, target, card }, at) =>
    at.fly(card ?? null, at.hand(seat ?? 0, card ?? null), at.hand(target ?? 0, card ?? null)),
  ace_played: (event, at) => {
    toDiscards(event, at);
    at.next();
  },
  joker_saved: toDiscards,
  lost_card: toDiscards,
  discarded: toDiscards,
  own_discard: toDiscards,
  discarded_hidden: ({ seat }, at) => {
    if (seat !== at.after.seat) at.fly(null, at.hand(seat ?? 0, null), ["discards"]);
  },
};

/** Many cards at once stay a scene; a whole game told again does not. */
const MOST_EVENTS = 40;

export function sceneOf(events: EventShown[], before: DungeonShown, after: DungeonShown): Scene {
  const at = new At(before, after);
  if (events.length <= MOST_EVENTS) for (const event of events) TELLERS[event.event]?.(event, at);
  return { flights: at.flights.slice(0, 24), shaken: at.shaken, steps: at.step + 1 };
}
