/** Animations between two updates: the positions before and after, and the cards that move between them. */
import { tick } from "svelte";
import type { DungeonShown } from "../../core/protocol";
import { duration } from "../../core/settings.svelte";
import type { Update } from "../props";
import type { DustCloud, ScheduledFlight } from "./Flights.svelte";
import { sceneOf } from "./flights";

const DURATIONS_MS = { fly: 520, lunge: 760, fall: 620 };
const STEP_MS = 420;
/** How many cards of the previous update may still be moving when the next one arrives. */
const MAX_FLYING = 8;

export class Motion {
  flying = $state.raw<ScheduledFlight[]>([]);
  clouds = $state.raw<DustCloud[]>([]);
  private before: DungeonShown | null = null;
  private lastNumber = -1;
  private lastId = 0;
  private places = new Map<string, DOMRect>();

  /** Remember where everything is. Call it before an update is drawn. */
  remember(root: HTMLElement | undefined): void {
    this.places = placesIn(root);
  }

  /** Start the animations. Call it once an update is drawn; the first update and a repeated one are not animated. */
  async show(update: Update<DungeonShown>, root: HTMLElement | undefined): Promise<void> {
    const { before, places } = this;
    if (update.number === this.lastNumber) return;
    this.lastNumber = update.number;
    this.before = update.view;
    this.flying = this.flying.slice(-MAX_FLYING);
    if (!before || !root || duration(1) === 0 || document.hidden) return;
    await tick();
    const now = placesIn(root);
    const scene = sceneOf(update.events, before, update.view);
    const find = (names: string[], first: Map<string, DOMRect>, then: Map<string, DOMRect>) =>
      names.map((name) => first.get(name) ?? then.get(name)).find(Boolean);
    const scheduled: ScheduledFlight[] = [];
    for (const flight of scene.flights) {
      const [start, end] = [find(flight.from, places, now), find(flight.to, now, places)];
      if (!start || !end) continue;
      const [delay, time] = [flight.step * STEP_MS + (scheduled.length % 6) * 45, duration(DURATIONS_MS[flight.style])];
      scheduled.push({ ...flight, id: ++this.lastId, start, end, delay, duration: time });
      if (flight.style === "fall") this.clouds = [...this.clouds, { id: this.lastId, box: start, delay }].slice(-6);
      if (flight.style === "fly") hide(root, flight.to[0] ?? "", delay + time);
    }
    this.flying = [...this.flying, ...scheduled];
    for (const { seat, step } of scene.shaken) shake(root.querySelector(`[data-seat="${seat}"]`), step * STEP_MS + 380);
  }

  cleared = (id: number): void => {
    this.clouds = this.clouds.filter((cloud) => cloud.id !== id);
  };

  landed = (id: number): void => {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  };
}

function placesIn(root: HTMLElement | undefined): Map<string, DOMRect> {
  const places = new Map<string, DOMRect>();
  for (const node of root?.querySelectorAll<HTMLElement>("[data-at]") ?? [])
    places.set(node.dataset.at ?? "", node.getBoundingClientRect());
  return places;
}

/** Hide the card at its destination until the animation arrives. */
function hide(root: HTMLElement, name: string, time: number): void {
  if (!name.startsWith("p:") && !name.startsWith("hand:")) return;
  root.querySelector(`[data-at="${CSS.escape(name)}"]`)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
}

function shake(node: Element | null, delay: number): void {
  const steps = [0, -5, 5, -4, 4, -2, 0].map((x, index) => ({
    transform: `translate(${x}px, ${index % 2 ? 2 : 0}px)`,
  }));
  node?.animate(steps, { duration: duration(420), delay });
}
