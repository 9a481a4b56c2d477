/** From one look to the next: where things lay before, where they lie now, and the cards between. */
import { tick } from "svelte";
import type { DungeonShown } from "../core/protocol";
import { duration } from "../core/settings.svelte";
import type { Look } from "../table/shown";
import type { Bound, Cloud } from "./Flights.svelte";
import { sceneOf } from "./flights";

const TIME = { fly: 520, lunge: 760, fall: 620 };
const STEP = 420;
/** Cards of the look before may still land; more than this would be a swarm. */
const MOST_FLYING = 8;

export class Motion {
  flying = $state.raw<Bound[]>([]);
  dusty = $state.raw<Cloud[]>([]);
  private before: DungeonShown | null = null;
  private number = -1;
  private count = 0;
  private places = new Map<string, DOMRect>();

  /** Called before a look is drawn: remember where everything lies. */
  remember(root: HTMLElement | undefined): void {
    this.places = placesIn(root);
  }

  /** Called once it is drawn: let the cards go. The first look, and one told twice, stand still. */
  async show(look: Look<DungeonShown>, root: HTMLElement | undefined): Promise<void> {
    const { before, places } = this;
    if (look.number === this.number) return;
    this.number = look.number;
    this.before = look.view;
    this.flying = this.flying.slice(-MOST_FLYING);
    if (!before || !root || duration(1) === 0 || document.hidden) return;
    await tick();
    const now = placesIn(root);
    const scene = sceneOf(look.events, before, look.view);
    const find = (names: string[], first: Map<string, DOMRect>, then: Map<string, DOMRect>) =>
      names.map((name) => first.get(name) ?? then.get(name)).find(Boolean);
    const bound: Bound[] = [];
    for (const flight of scene.flights) {
      const [start, end] = [find(flight.from, places, now), find(flight.to, now, places)];
      if (!start || !end) continue;
      const [delay, time] = [flight.step * STEP + (bound.length % 6) * 45, duration(TIME[flight.how])];
      bound.push({ ...flight, id: ++this.count, start, end, delay, time });
      if (flight.how === "fall") this.dusty = [...this.dusty, { id: this.count, box: start, delay }].slice(-6);
      if (flight.how === "fly") hide(root, flight.to[0] ?? "", delay + time);
    }
    this.flying = [...this.flying, ...bound];
    for (const { seat, step } of scene.shaken) shake(root.querySelector(`[data-seat="${seat}"]`), step * STEP + 380);
  }

  cleared = (id: number): void => {
    this.dusty = this.dusty.filter((cloud) => cloud.id !== id);
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

/** What a card flies to isn't there before it lands. */
function hide(root: HTMLElement, name: string, time: number): void {
  if (!name.startsWith("p:") && !name.startsWith("hand:")) return;
  root.querySelector(`[data-at="${CSS.escape(name)}"]`)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
}

function shake(node: Element | null, delay: number): void {
  const steps = [0, -5, 5, -4, 4, -2, 0].map((x, place) => ({
    transform: `translate(${x}px, ${place % 2 ? 2 : 0}px)`,
  }));
  node?.animate(steps, { duration: duration(420), delay });
}
