/**
 * Compares where cards lie before and after an update, and returns how each one moves. It knows no game: a card that
 * is visible before and after moves between its boxes; for the others, the sizes of the piles say where they come
 * from and go to, because no card appears or vanishes.
 */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A card on the table. */
export interface CardAt {
  /** null for a card that lies face down. */
  card: string | null;
  /** The place where it lies; empty for a card that was still moving. */
  place: string;
  box: Box;
  /** Where it was going, if it was still moving. */
  bound?: string;
}

export interface PlaceAt {
  box: Box;
  /** The number of cards of a pile or a hidden hand; null for a place whose cards are all on the table. */
  count: number | null;
  /** Whether cards lie there face down. */
  isDown: boolean;
}

/** Where everything lies at one moment. */
export interface Layout {
  cards: CardAt[];
  places: Map<string, PlaceAt>;
}

/** A card that an event names, and the places that the event knows. */
export interface NamedCard {
  card: string;
  from?: string;
  to?: string;
}

export interface Move {
  /**
   * `shift`: within its place; `move`: to another place; `arrive`: only visible afterwards; `leave`: only visible
   * before; `pass`: visible neither before nor afterwards; `cover`: another card lies on it now.
   */
  kind: "shift" | "move" | "arrive" | "leave" | "pass" | "cover";
  card: string | null;
  from: string;
  to: string;
  before: CardAt | null;
  after: CardAt | null;
}

/** The most cards that are shown for one move of unseen cards, such as a new deck. */
const MAX_UNSEEN = 3;
const SAME_BOX_PX = 1;

/** Return the moves from one layout to the next; `fallback` names the places that explain the rest. */
export function diff(
  before: Layout,
  after: Layout,
  named: NamedCard[] = [],
  fallback: { from?: string; to?: string } = {},
): Move[] {
  const { pairs, arrived, left } = pairCards(before.cards, after.cards);
  const ledger = new Ledger(before, after, fallback);
  const moves = pairs.flatMap(([old, now]) => pairMove(old, now));
  for (const { from, to } of moves) if (from !== to) ledger.add(from, to);
  const names = mergeNames(named);
  const visible = new Set([...before.cards, ...after.cards].map(({ card }) => card));
  const passing = [...names.values()].filter(({ card }) => !visible.has(card));
  const nameOf = ({ card }: CardAt) => names.get(card ?? "");
  // What the events say comes first: the piles explain what remains.
  for (const now of knownFirst(arrived, (at) => nameOf(at)?.from))
    moves.push(...arriveMove(now, nameOf(now), left, ledger));
  const ends = [...passing.map((name) => ({ name, old: null })), ...left.map((old) => ({ name: nameOf(old), old }))];
  for (const { name, old } of knownFirst(ends, ({ name }) => name?.to))
    moves.push(old ? leaveMove(old, name?.to, ledger) : passMove(name, ledger));
  return [...moves, ...ledger.unseen()];
}

/** Sort the items that something is known about to the front. */
const knownFirst = <T>(items: T[], known: (item: T) => unknown): T[] =>
  [...items].sort((one, other) => Number(known(one) === undefined) - Number(known(other) === undefined));

/** Return the move of a card that becomes visible; a hidden card that vanished is taken to be the same one. */
function arriveMove(after: CardAt, name: NamedCard | undefined, left: CardAt[], ledger: Ledger): Move[] {
  const { card, place: to } = after;
  if (!name && ledger.isPile(to) && ledger.balance(to) <= 0) return []; // it lay below the top
  const hidden = name?.from ? -1 : left.findIndex((old) => old.card === null && old.bound === undefined);
  const [before = null] = hidden < 0 ? [] : left.splice(hidden, 1);
  const from = before?.place ?? ledger.source(name?.from);
  ledger.add(from, to);
  return [{ kind: before ? "move" : "arrive", card, from, to, before, after }];
}

function passMove(name: NamedCard | undefined, ledger: Ledger): Move {
  const [from, to] = [ledger.source(name?.from), ledger.sink(name?.to)];
  ledger.add(from, to);
  return { kind: "pass", card: name?.card ?? null, from, to, before: null, after: null };
}

/** Pair the cards before and after: the same card, if possible in the same place; or a card turned over in its place. */
function pairCards(before: CardAt[], after: CardAt[]) {
  const [left, arrived] = [[...before], [...after]];
  const pairs: [CardAt, CardAt][] = [];
  const pairWhere = (isSame: (old: CardAt, now: CardAt) => boolean) => {
    for (const now of [...arrived]) {
      const old = left.find((other) => isSame(other, now));
      if (!old) continue;
      pairs.push([old, now]);
      left.splice(left.indexOf(old), 1);
      arrived.splice(arrived.indexOf(now), 1);
    }
  };
  pairWhere((old, now) => old.card === now.card && old.place === now.place);
  pairWhere((old, now) => old.card === now.card && old.card !== null);
  pairWhere((old, now) => (old.card === null || now.card === null) && old.place === now.place);
  return { pairs, arrived, left };
}

function pairMove(before: CardAt, after: CardAt): Move[] {
  const { card, place } = after;
  if (before.place !== place)
    return [{ kind: "move", card: card ?? before.card, from: before.place, to: place, before, after }];
  return isSameBox(before.box, after.box) ? [] : [{ kind: "shift", card, from: place, to: place, before, after }];
}

function leaveMove(before: CardAt, named: string | undefined, ledger: Ledger): Move {
  const { card, place, bound } = before;
  if (!named && ledger.isPile(place) && ledger.balance(place) >= 0)
    return { kind: "cover", card, from: place, to: place, before, after: null };
  const to = bound ?? ledger.sink(named);
  if (bound === undefined) ledger.add(place, to);
  return { kind: "leave", card, from: place, to, before, after: null };
}

/** Merge the names of a card: it starts where the first event says, and ends where the last one says. */
function mergeNames(named: NamedCard[]): Map<string, NamedCard> {
  const names = new Map<string, NamedCard>();
  for (const { card, from, to } of named) {
    const known = names.get(card);
    names.set(card, { card, from: known ? known.from : from, to: to ?? known?.to });
  }
  return names;
}

const isSameBox = (one: Box, other: Box) =>
  Math.abs(one.left - other.left) + Math.abs(one.top - other.top) + Math.abs(one.width - other.width) < SAME_BOX_PX;

/** How many cards each pile gained or lost that no move explains yet. */
class Ledger {
  private readonly balances = new Map<string, number>();

  constructor(
    before: Layout,
    after: Layout,
    private readonly fallback: { from?: string; to?: string },
  ) {
    for (const name of new Set([...before.places.keys(), ...after.places.keys()])) {
      const counts = [before.places.get(name)?.count, after.places.get(name)?.count];
      if (counts.some((count) => count != null)) this.balances.set(name, (counts[1] ?? 0) - (counts[0] ?? 0));
    }
  }

  isPile(place: string): boolean {
    return this.balances.has(place);
  }

  balance(place: string): number {
    return this.balances.get(place) ?? 0;
  }

  /** Note that a card moves. */
  add(from: string, to: string): void {
    if (this.isPile(from)) this.balances.set(from, this.balance(from) + 1);
    if (this.isPile(to)) this.balances.set(to, this.balance(to) - 1);
  }

  /** Return the place where an unseen card comes from. */
  source(named?: string): string {
    return named ?? this.placeWith((balance) => balance < 0) ?? this.fallback.from ?? "";
  }

  /** Return the place where a card goes out of sight. */
  sink(named?: string): string {
    return named ?? this.placeWith((balance) => balance > 0) ?? this.fallback.to ?? "";
  }

  private placeWith(isOpen: (balance: number) => boolean): string | undefined {
    return [...this.balances.keys()].find((place) => isOpen(this.balance(place)));
  }

  /** Return the moves of cards that nobody sees, from the piles that lost cards to those that gained some. */
  unseen(): Move[] {
    const moves: Move[] = [];
    for (;;) {
      const from = this.placeWith((balance) => balance < 0);
      const to = this.placeWith((balance) => balance > 0);
      if (from === undefined || to === undefined) return moves;
      const n = Math.min(-this.balance(from), this.balance(to));
      this.balances.set(from, this.balance(from) + n);
      this.balances.set(to, this.balance(to) - n);
      for (let i = 0; i < Math.min(n, MAX_UNSEEN); i++)
        moves.push({ kind: "pass", card: null, from, to, before: null, after: null });
    }
  }
}
