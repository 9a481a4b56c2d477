/** Puts the moves of cards and the emphasis of events on one timeline. */
import type { Sound } from "../../core/sound";
import type { Box, Layout, Move, NamedCard, PlaceAt } from "./diff";

/** What one event adds to the moves: their order, the cards that only pass, marks and sounds. */
export interface Cue<Mark = unknown> {
  /** The card that moves now; without one, the cards that go from `from` to `to`. */
  card?: string | null;
  /** Where the card comes from, if it wasn't visible. */
  from?: string;
  /** Where the card is shown first. It stays there until a later cue moves it on, or the rest leaves. */
  via?: string;
  /** Where the card ends, if it isn't visible afterwards. */
  to?: string;
  /** Move everything that no other cue moves. */
  rest?: boolean;
  /** How the card moves: it strikes at `via`, or it falls and fades. */
  style?: "lunge" | "fall";
  /** The place that shakes when the card arrives. */
  shake?: string;
  mark?: Mark;
  sound?: Sound;
  /** The time until the next cue. */
  ms?: number;
}

export type Speed = "slow" | "normal" | "fast";

/** A card is here at this time; between two stops it moves. */
export interface Stop {
  at: number;
  box: Box;
  isUp: boolean;
  scale?: number;
  degrees?: number;
  opacity?: number;
}

export interface Track {
  move: Move;
  /** The card isn't drawn before. */
  appears: number;
  /** From now on the card lies at its place and is drawn there. */
  lands: number;
  stops: Stop[];
}

export interface Schedule<Mark> {
  totalMs: number;
  tracks: Track[];
  signals: { at: number; mark?: Mark; sound?: Sound }[];
  shakes: { at: number; place: string }[];
  /** Clouds of dust where a card fell. */
  dust: { at: number; box: Box }[];
}

export const SHOW_MS = 430;
export const MOVE_MS = 260;
const FLIGHT_MS = 320;
const SHIFT_MS = 220;
const LUNGE_MS = 460;
/** The part of a lunge after which it strikes. */
const STRIKE = 0.75;
const FALL_MS = 600;
const STAGGER_MS = 45;
const MAX_STAGGERED = 6;
/** Longer sequences are played faster, so that they end within this time at normal speed. */
const MAX_TOTAL_MS = 3600;
const SPEEDS: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.55 };
/** The height of a card of width 1. */
const CARD_HEIGHT = 1.42;
const SLOT_GAP_PX = 6;
const MIN_CARD_PX = 20;

/** Return the cards that cues name. */
export const namedCards = (cues: Cue[]): NamedCard[] =>
  cues.flatMap(({ card, from, to }) => (card ? [{ card, from, to }] : []));

/** Return by which factor all times of a schedule are multiplied. */
export const paceOf = (totalMs: number, speed: Speed): number => SPEEDS[speed] * Math.min(1, MAX_TOTAL_MS / totalMs);

/** Return the timeline of an update. Without cues everything moves at once. */
export function schedule<Mark>(
  moves: Move[],
  cues: Cue<Mark>[],
  before: Layout,
  after: Layout,
  speed: Speed = "normal",
): Schedule<Mark> {
  const plan = new Plan<Mark>(cues, before, after);
  plan.addFlights(moves.filter(({ kind }) => kind !== "shift" && kind !== "cover"));
  for (const move of moves) if (move.kind === "shift") plan.addShift(move);
  for (const move of moves) if (move.kind === "cover") plan.addCover(move);
  return plan.finish(speed);
}

class Plan<Mark> {
  private readonly tracks: Track[] = [];
  private readonly dust: Schedule<Mark>["dust"] = [];
  /** When each cue starts. */
  private readonly starts: number[] = [];
  private readonly cuesEnd: number;
  /** The number of cards that were shown at each place on their way. */
  private readonly shownAt = new Map<string, number>();
  /** How many flights start at the same time. */
  private readonly startingAt = new Map<number, number>();

  constructor(
    private readonly cues: Cue<Mark>[],
    private readonly before: Layout,
    private readonly after: Layout,
  ) {
    let at = 0;
    for (const { ms = SHOW_MS } of cues) {
      this.starts.push(at);
      at += ms;
    }
    this.cuesEnd = at;
  }

  /** Add the cards that move between places, in the order of their cues. */
  addFlights(moves: Move[]): void {
    const firstCue = (move: Move) => this.cuesOf(move)[0] ?? this.cues.length;
    for (const move of [...moves].sort((one, other) => firstCue(one) - firstCue(other))) this.addFlight(move);
  }

  /** Add a card that goes to the stops that its cues name, then to its end. */
  private addFlight(move: Move): void {
    const named = this.cuesOf(move);
    const stops: Stop[] = [this.origin(move)];
    let isLanded = false;
    for (const index of named) {
      const cue = this.cues[index] as Cue<Mark>;
      const at = this.staggered(this.starts[index] ?? 0);
      const isThere = cue.via === undefined || cue.via === move.to;
      if (cue.style === "lunge" && cue.via) this.addLunge(stops, cue.via, at);
      else if (!isThere && cue.via) this.addLeg(stops, at, this.slot(cue.via), true);
      if (cue.style === "fall") this.addFall(stops, at);
      else if (isThere || cue.style === "lunge") this.addEnd(stops, move, Math.max(at, stops.at(-1)?.at ?? 0));
      isLanded ||= isThere || cue.style !== undefined;
    }
    if (!isLanded) this.addEnd(stops, move, this.staggered(this.restAfter(named.at(-1) ?? -1)));
    const isDrawn = move.before !== null;
    this.tracks.push({ move, stops, appears: isDrawn ? 0 : (stops[1]?.at ?? 0), lands: stops.at(-1)?.at ?? 0 });
  }

  /** A card slides within its place as soon as another one comes or goes there. */
  addShift(move: Move): void {
    const { before, after, to } = move;
    if (!before || !after) return;
    const times = this.tracks.flatMap((track) => {
      if (track.move.from === to) return [this.departureOf(track)];
      return track.move.to === to ? [track.lands - FLIGHT_MS] : [];
    });
    const at = times.length ? Math.max(0, Math.min(...times)) : 0;
    const [start, end] = [before.box, after.box].map((box) => ({ box, isUp: true }));
    if (start && end)
      this.tracks.push({
        move,
        appears: 0,
        lands: at + SHIFT_MS,
        stops: [
          { ...start, at },
          { ...end, at: at + SHIFT_MS },
        ],
      });
  }

  /** A card stays in sight until another one lies on it. */
  addCover(move: Move): void {
    const times = this.tracks.filter((track) => track.move.to === move.to).map(({ lands }) => lands);
    if (times.length && move.before)
      this.tracks.push({
        move,
        appears: 0,
        lands: Math.min(...times),
        stops: [{ at: 0, box: move.before.box, isUp: move.card !== null }],
      });
  }

  finish(speed: Speed): Schedule<Mark> {
    const signals = this.cues.map(({ mark, sound }, index) => ({ at: this.starts[index] ?? 0, mark, sound }));
    const shakes = this.cues.flatMap(({ shake, style }, index) => {
      const at = (this.starts[index] ?? 0) + (style === "lunge" ? LUNGE_MS * STRIKE : 0);
      return shake ? [{ at, place: shake }] : [];
    });
    const total = Math.max(
      this.tracks.length || signals.some(({ mark }) => mark) ? this.cuesEnd : 0,
      ...this.tracks.map(({ lands }) => lands),
    );
    const pace = paceOf(Math.max(total, 1), speed);
    const paced = <T extends { at: number }>(all: T[]) => all.map((each) => ({ ...each, at: each.at * pace }));
    return {
      totalMs: total * pace,
      tracks: this.tracks.map(({ move, appears, lands, stops }) => ({
        move,
        appears: appears * pace,
        lands: lands * pace,
        stops: paced(stops),
      })),
      signals: paced(signals.filter(({ mark, sound }) => mark !== undefined || sound)),
      shakes: paced(shakes),
      dust: paced(this.dust),
    };
  }

  /** Return the cues that name a move's card or, if they name none, the place that it leaves. */
  private cuesOf({ card, from, to }: Move): number[] {
    const byCard = [...this.cues.keys()].filter((index) => card !== null && this.cues[index]?.card === card);
    if (byCard.length) return byCard;
    const byPlace = this.cues.findIndex(
      (cue) => cue.card == null && cue.from === from && (cue.to === undefined || cue.to === to),
    );
    return byPlace < 0 ? [] : [byPlace];
  }

  private restAfter(index: number): number {
    const rest = this.cues.findIndex((cue, other) => cue.rest && other > index);
    return this.starts[rest] ?? this.cuesEnd;
  }

  /** Cards that start at the same time follow each other closely. */
  private staggered(at: number): number {
    const n = this.startingAt.get(at) ?? 0;
    this.startingAt.set(at, n + 1);
    return at + (n % MAX_STAGGERED) * STAGGER_MS;
  }

  private departureOf({ stops }: Track): number {
    return stops[1]?.at ?? 0;
  }

  private place(name: string): PlaceAt | undefined {
    return this.after.places.get(name) ?? this.before.places.get(name);
  }

  private origin({ before, from, after, card }: Move): Stop {
    if (before) return { at: 0, box: before.box, isUp: before.card !== null };
    const place = this.before.places.get(from) ?? this.after.places.get(from);
    return {
      at: 0,
      box: place ? fitCard(place.box) : (after?.box ?? NOWHERE),
      isUp: card !== null && place?.isDown !== true,
    };
  }

  /** Return the box of the next card that is shown at a place without lying there in the end. */
  private slot(name: string): Box | null {
    const place = this.place(name);
    if (!place) return null;
    const lying = this.before.cards.filter((card) => card.place === name).length;
    const n = (this.shownAt.get(name) ?? 0) + lying;
    this.shownAt.set(name, (this.shownAt.get(name) ?? 0) + 1);
    const card = fitCard(place.box);
    const left = place.box.left + n * (card.width + SLOT_GAP_PX);
    return { ...card, left: Math.max(place.box.left, Math.min(left, place.box.left + place.box.width - card.width)) };
  }

  private addLeg(stops: Stop[], at: number, box: Box | null, isUp: boolean): void {
    const last = stops.at(-1);
    if (last && box) stops.push({ ...last, at }, { at: at + FLIGHT_MS, box, isUp });
  }

  private addLunge(stops: Stop[], via: string, at: number): void {
    const [last, place] = [stops.at(-1), this.place(via)];
    if (!last || !place) return;
    const box = fitCard(place.box);
    const strike = at + LUNGE_MS * STRIKE;
    stops.push({ ...last, at }, { ...last, at: at + LUNGE_MS * 0.35, isUp: true, scale: 1.25, degrees: -8 });
    stops.push({ at: strike, box, isUp: true, scale: 1.2, degrees: 6 }, { at: at + LUNGE_MS, box, isUp: true });
  }

  private addFall(stops: Stop[], at: number): void {
    const last = stops.at(-1);
    if (!last) return;
    const lower = { ...last.box, left: last.box.left + 6, top: last.box.top + 110 };
    stops.push({ ...last, at }, { ...last, at: at + FALL_MS * 0.25, degrees: -6 });
    stops.push({ ...last, at: at + FALL_MS, box: lower, scale: 0.7, degrees: 38, opacity: 0 });
    this.dust.push({ at, box: last.box });
  }

  private addEnd(stops: Stop[], { after, to, card }: Move, at: number): void {
    const place = this.place(to);
    const last = stops.at(-1);
    if (!last) return;
    if (after) this.addLeg(stops, at, after.box, after.card !== null);
    else if (place) this.addLeg(stops, at, fitCard(place.box), card !== null && !place.isDown);
    else stops.push({ ...last, at }, { ...last, at: at + FLIGHT_MS, opacity: 0 });
  }
}

const NOWHERE: Box = { left: 0, top: 0, width: 0, height: 0 };

/** Return the box of a card in the middle of a place. */
function fitCard({ left, top, width, height }: Box): Box {
  const card = Math.max(MIN_CARD_PX, Math.min(width, height / CARD_HEIGHT));
  return {
    left: left + (width - card) / 2,
    top: top + (height - card * CARD_HEIGHT) / 2,
    width: card,
    height: card * CARD_HEIGHT,
  };
}
