/** Plays the way from one view of a table to the next; everything can be finished at any time. */
import { tick } from "svelte";
import type { EventShown } from "../../core/protocol";
import { duration, settings } from "../../core/settings.svelte";
import { play } from "../../core/sound";
import { type CardAt, diff, type Layout, type PlaceAt } from "./diff";
import { SHAKE_MS, shakeFrames, shiftFrames, widthOf } from "./keyframes";
import { type Cue, namedCards, type Schedule, schedule, type Track } from "./schedule";

/** The id of all animations of the engine. */
export const MOTION_ID = "motion";
/** A longer list of events is a game that is shown after a reload; its events aren't played. */
const MAX_EVENTS = 40;
/** Narrower cards have no room for their title. */
const SMALL_CARD_PX = 64;

/** Whether cards are moving: what must not be given away too early waits for it. */
export const motion = $state({ isPlaying: false });

interface Update<View> {
  number: number;
  view: View;
  events: EventShown[];
}

export interface MotionGame<View, Mark> {
  /** Return the emphasis of events, in their order. */
  cuesOf: (events: EventShown[], before: View, after: View) => Cue<Mark>[];
  /** The places of cards whose origin or end nothing else explains. */
  fallback: { from: string; to: string };
}

/** A card in the layer above the table. */
export interface Flight {
  id: number;
  card: string | null;
  isSmall: boolean;
  track: Track;
  totalMs: number;
  /** The card at its place, hidden until the flight lands there. */
  landing: MeasuredCard | null;
}

interface MeasuredCard extends CardAt {
  element: HTMLElement | null;
  isSmall: boolean;
}
interface MeasuredLayout extends Layout {
  cards: MeasuredCard[];
}

export class Motion<View, Mark = null> {
  /** The latest view, from which the cards are drawn. */
  view: View;
  /** The view before the motion, and the latest one once it is over. */
  settled: View;
  isPlaying = $state(false);
  /** The marks shown since the motion began, the current one last. */
  marks = $state.raw<Mark[]>([]);
  flights = $state.raw<Flight[]>([]);
  dust = $state.raw<Schedule<Mark>["dust"]>([]);
  /** The layer of the flying cards, inside the table. */
  layer: HTMLElement | undefined;
  private number: number;
  private lastId = 0;
  private clock: Animation | undefined;
  private readonly animations = new Set<Animation>();
  private signals: Schedule<Mark>["signals"] = [];

  constructor(
    first: Update<View>,
    private readonly game: MotionGame<View, Mark>,
  ) {
    this.view = $state.raw(first.view);
    this.settled = $state.raw(first.view);
    this.number = first.number;
  }

  /** Show an update. Call it before the table is drawn again. */
  update(update: Update<View>): void {
    if (update.number === this.number && update.view === this.view) return;
    const before = this.measure();
    this.finish();
    const isPlayed = update.events.length <= MAX_EVENTS;
    const cues = isPlayed ? this.game.cuesOf(update.events, this.view, update.view) : [];
    this.number = update.number;
    this.view = update.view;
    if (!cues.length || !before) this.settled = update.view;
    if (before) {
      this.setPlaying(true);
      this.start(before, cues);
    } else {
      playMainSound(cues);
    }
  }

  /** Finish at once: every card lies at its place. */
  finish(): void {
    this.clock?.cancel();
    this.clock = undefined;
    for (const animation of this.animations) animation.cancel();
    this.animations.clear();
    this.signals = [];
    if (this.flights.length) this.flights = [];
    if (this.dust.length) this.dust = [];
    if (this.marks.length) this.marks = [];
    this.settled = this.view;
    this.setPlaying(false);
  }

  /** Run an animation as part of the current motion. */
  animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.animations.add(element.animate(frames, { ...options, id: MOTION_ID }));
  }

  private async start(before: MeasuredLayout, cues: Cue<Mark>[]): Promise<void> {
    const { number } = this;
    await tick();
    const after = this.number === number && this.isPlaying ? this.measure() : null;
    if (!after || !this.layer) return;
    const moves = diff(before, after, namedCards(cues), this.game.fallback);
    const plan = schedule(moves, cues, before, after, settings.motionSpeed);
    if (!plan.totalMs) {
      this.finish();
      playMainSound(cues);
      return;
    }
    this.signals = plan.signals;
    this.dust = plan.dust;
    this.flights = plan.tracks.flatMap((track) => this.flightOf(track, plan.totalMs));
    for (const track of plan.tracks) if (track.move.kind === "shift") this.slide(track);
    for (const { at, place } of plan.shakes) this.shake(place, at);
    this.clock = this.layer.animate([], { duration: plan.totalMs, id: MOTION_ID });
    this.clock.onfinish = () => this.finish();
    this.sendSignals();
  }

  private flightOf(track: Track, totalMs: number): Flight[] {
    const { kind, card } = track.move;
    if (kind === "shift") return [];
    const [start, landing] = [track.move.before, track.move.after] as (MeasuredCard | null)[];
    const isSmall = (landing ?? start)?.isSmall ?? widthOf(track) < SMALL_CARD_PX;
    const element = landing?.element;
    if (element) this.animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration: track.lands });
    return [{ id: ++this.lastId, card, isSmall, track, totalMs, landing: landing ?? null }];
  }

  private slide(track: Track): void {
    const element = (track.move.after as MeasuredCard | null)?.element;
    if (element) this.animate(element, shiftFrames(track), { duration: track.lands });
  }

  private shake(place: string, delay: number): void {
    const element = this.table?.querySelector(`[data-place="${place}"]`);
    if (element) this.animate(element, shakeFrames, { duration: SHAKE_MS, delay });
  }

  /** Show marks and play sounds as their time comes. */
  private sendSignals(): void {
    const { clock } = this;
    if (!clock) return;
    const now = Number(clock.currentTime ?? 0);
    while (this.signals[0] && this.signals[0].at <= now) {
      const [{ mark, sound }, ...rest] = this.signals as [Schedule<Mark>["signals"][number]];
      this.signals = rest;
      if (mark !== undefined) this.marks = [...this.marks, mark];
      if (sound) play(sound);
    }
    if (this.signals.length) requestAnimationFrame(() => this.clock === clock && this.sendSignals());
  }

  private setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    motion.isPlaying = isPlaying;
  }

  private get table(): HTMLElement | null {
    return this.layer?.parentElement ?? null;
  }

  /** Measure where everything is drawn now, relative to the layer; null if nothing may move. */
  private measure(): MeasuredLayout | null {
    const { table, layer } = this;
    if (!table || !layer || document.hidden || duration(1) === 0) return null;
    finishTransitions(table);
    const corner = layer.getBoundingClientRect();
    const places = new Map<string, PlaceAt>();
    for (const place of table.querySelectorAll<HTMLElement>("[data-place]")) {
      const { place: name = "", count, face } = place.dataset;
      places.set(name, {
        box: boxOf(place, corner),
        count: count === undefined ? null : Number(count),
        isDown: face === "down",
      });
    }
    const cards = [...table.querySelectorAll<HTMLElement>("[data-card]")].map((card) => measureCard(card, corner));
    return { places, cards: [...this.addFlying(cards, corner)] };
  }

  /** Replace the cards that are still flying by where they are now. */
  private addFlying(cards: MeasuredCard[], corner: DOMRect): MeasuredCard[] {
    const now = Number(this.clock?.currentTime ?? 0);
    const all = [...cards];
    for (const { id, card, isSmall, track, landing } of this.flights) {
      if (now < track.appears && !landing) continue;
      const element = this.layer?.querySelector<HTMLElement>(`[data-flight="${id}"] .card`);
      if (!element || now >= track.lands) continue;
      const flying = { card, isSmall, box: boxOf(element, corner), place: "", bound: track.move.to, element: null };
      const index = all.findIndex((other) => landing !== null && other.element === landing.element);
      if (index >= 0) all[index] = flying;
      else all.push(flying);
    }
    return all;
  }
}

const boxOf = (element: Element, corner: DOMRect) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - corner.left, top: top - corner.top, width, height };
};

function measureCard(element: HTMLElement, corner: DOMRect): MeasuredCard {
  const drawn = element.querySelector(".card") ?? element;
  const place = element.closest<HTMLElement>("[data-place]")?.dataset.place ?? "";
  const isSmall = drawn.classList.contains("small");
  return { card: element.dataset.card || null, place, box: boxOf(drawn, corner), element, isSmall };
}

/** Let the places of a table that is laid out anew be measured where they end. */
function finishTransitions(table: HTMLElement): void {
  for (const animation of table.getAnimations({ subtree: true }))
    if (animation instanceof CSSTransition && animation.transitionProperty === "translate") animation.finish();
}

/** Without motion one sound stands for all: the last one that isn't just a card. */
function playMainSound(cues: Cue[]): void {
  const sounds = cues.flatMap(({ sound }) => sound ?? []);
  const main = sounds.findLast((sound) => sound !== "card") ?? sounds[0];
  if (main) play(main);
}
