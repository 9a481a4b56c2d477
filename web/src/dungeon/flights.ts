/** Which cards fly where, by what happened. It only shows: the table itself is always drawn from the view. */
import type { DungeonShown, EventShown } from "../core/protocol";

export interface Flight {
  /** The card's face; null for its back. */
  card: string | null;
  /** Names of places at the table, the best first: `seat:2`, `p:1:3`, `hand:9S`, `deck`, `discards`, `arena`. */
  from: string[];
  to: string[];
  /** Flown, thrown at somebody and back, or fallen into the depth. */
  how: "fly" | "lunge" | "fall";
  /** Its turn among those of one look, from 0. */
  step: number;
}

export interface Scene {
  flights: Flight[];
  /** Players whose ceiling shakes, and when. */
  shaken: { player: number; step: number }[];
  steps: number;
}

type Teller = (event: EventShown, at: At) => void;

class At {
  step = 0;
  flights: Flight[] = [];
  shaken: { player: number; step: number }[] = [];
  constructor(
    readonly before: DungeonShown,
    readonly after: DungeonShown,
  ) {}
  /** Where a player's cards come from and go to. */
  hand(player: number, card: string | null): string[] {
    return player === this.after.you ? [card ? `hand:${card}` : "hand", "hand", `seat:${player}`] : [`seat:${player}`];
  }
  front(player: number): { at: string[]; card: string | null } {
    const dungeon = this.before.players[player - 1]?.dungeon ?? [];
    return { at: [`p:${player}:${dungeon.length}`, `cell:${player}`], card: dungeon.at(-1)?.card ?? null };
  }
  fly(card: string | null, from: string[], to: string[], how: Flight["how"] = "fly") {
    this.flights.push({ card, from, to, how, step: this.step });
  }
  shake(player: number) {
    this.shaken.push({ player, step: this.step });
  }
  next() {
    this.step++;
  }
}

const toDiscards: Teller = ({ player, card }, at) =>
  at.fly(card ?? null, at.hand(player ?? 0, card ?? null), ["discards"]);
const toArena: Teller = ({ player, card }, at) => {
  at.fly(card ?? null, at.hand(player ?? 0, card ?? null), ["arena"]);
  at.next();
};
const frontFalls = (player: number, at: At) => {
  const { card, at: place } = at.front(player);
  at.fly(card, place, ["discards"], "fall");
  at.shake(player);
  at.next();
};

const TELLERS: Record<string, Teller> = {
  bid_shown: toDiscards,
  drew: ({ player, n }, at) => {
    if (player === at.after.you) return;
    for (let card = 0; card < Math.min(n ?? 1, 3); card++) at.fly(null, ["deck"], at.hand(player ?? 0, null));
  },
  drew_card: ({ player, card }, at) => at.fly(card ?? null, ["deck"], at.hand(player ?? 0, card ?? null)),
  dug: ({ player, card }, at) => {
    const place = at.after.players[(player ?? 1) - 1]?.dungeon.length ?? 0;
    at.fly(card ?? null, at.hand(player ?? 0, card ?? null), [`p:${player}:${place}`, `cell:${player}`]);
    at.next();
  },
  dug_hidden: ({ player }, at) => {
    const dungeon = at.after.players[(player ?? 1) - 1]?.dungeon ?? [];
    const card = dungeon.at(-1)?.card ?? null;
    at.fly(card, at.hand(player ?? 0, card), [`p:${player}:${dungeon.length}`, `cell:${player}`]);
    at.next();
  },
  caved_in: ({ player, target, card }, at) => {
    at.fly(card ?? null, at.hand(player ?? 0, card ?? null), at.front(target ?? 0).at, "lunge");
    at.next();
    frontFalls(target ?? 0, at);
  },
  cave_tried: ({ player, target }, at) => {
    at.fly(null, at.hand(player ?? 0, null), at.front(target ?? 0).at, "lunge");
    at.shake(target ?? 0);
    at.next();
  },
  cave_hit: ({ target }, at) => frontFalls(target ?? 0, at),
  attacked: ({ player, target, card }, at) => {
    at.fly(card ?? null, at.hand(player ?? 0, card ?? null), at.front(target ?? 0).at, "lunge");
    at.shake(target ?? 0);
    at.next();
  },
  retreated: ({ player }, at) => frontFalls(player ?? 0, at),
  fell: ({ player }, at) => {
    at.shake(player ?? 0);
    (at.before.players[(player ?? 1) - 1]?.dungeon ?? []).forEach(({ card }, place) => {
      at.fly(card, [`p:${player}:${place + 1}`], ["discards"], "fall");
    });
    at.next();
  },
  dungeon_lost: (event, at) => TELLERS.fell?.(event, at),
  fight_laid: toArena,
  countered: toArena,
  rob_called: toArena,
  took: ({ player, card }, at) => at.fly(card ?? null, ["discards"], at.hand(player ?? 0, card ?? null)),
  took_secretly: ({ player }, at) => at.fly(null, ["discards"], at.hand(player ?? 0, null)),
  fished: ({ player, target, card }, at) => {
    at.fly(card ?? null, at.hand(player ?? 0, card ?? null), [`seat:${target}`], "lunge");
    at.next();
  },
  gave: ({ player, target }, at) => {
    if (player !== at.after.you && target !== at.after.you)
      at.fly(null, at.hand(player ?? 0, null), at.hand(target ?? 0, null));
  },
  gave_card: ({ player, target, card }, at) =>
    at.fly(card ?? null, at.hand(player ?? 0, card ?? null), at.hand(target ?? 0, card ?? null)),
  ace_played: (event, at) => {
    toDiscards(event, at);
    at.next();
  },
  joker_saved: toDiscards,
  lost_card: toDiscards,
  discarded: toDiscards,
  own_discard: toDiscards,
  discarded_hidden: ({ player }, at) => {
    if (player !== at.after.you) at.fly(null, at.hand(player ?? 0, null), ["discards"]);
  },
};

/** Many cards at once stay a scene; a whole game told again does not. */
const MOST_EVENTS = 40;

export function sceneOf(events: EventShown[], before: DungeonShown, after: DungeonShown): Scene {
  const at = new At(before, after);
  if (events.length <= MOST_EVENTS) for (const event of events) TELLERS[event.event]?.(event, at);
  return { flights: at.flights.slice(0, 24), shaken: at.shaken, steps: at.step + 1 };
}
