/** Plays the scenes of one look after the other, and is never in anybody's way: whoever is in a hurry sees the end at once. */
import { tick } from "svelte";
import type { TombShown } from "../core/protocol";
import { duration } from "../core/settings.svelte";
import { play } from "../core/sound";
import type { Look } from "../table/shown";
import { fly, land, measure } from "./flights";
import { type Mark, type Scene, scenesBetween } from "./stage";

/** A long row of cards is shown faster, so that nobody waits longer than so many milliseconds. */
const PATIENCE = 3600;

/** For the end of the game, which waits for the last card to lie. */
export const curtain = $state({ playing: false });

const seenIn = (shown: TombShown) =>
  new Set([...shown.column, ...shown.hand, ...shown.torches, ...shown.spent, ...shown.under]);

export class Theatre {
  shown: TombShown;
  mark = $state.raw<Mark | null>(null);
  playing = $state(false);
  private view: TombShown;
  private number: number;
  private queue: Scene[] = [];
  private pace = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    first: Look<TombShown>,
    private readonly root: () => HTMLElement | undefined,
  ) {
    this.shown = $state.raw(first.view);
    this.view = first.view;
    this.number = first.number;
  }

  see(look: Look<TombShown>): void {
    if (look.number === this.number && look.view === this.view) return;
    this.hurry();
    this.number = look.number;
    this.view = look.view;
    this.queue = duration(1) && this.root() ? scenesBetween(this.shown, look.events, look.view) : [];
    this.pace = Math.min(1, PATIENCE / this.queue.reduce((sum, { wait }) => sum + wait, 1));
    this.setPlaying(this.queue.length > 0);
    this.next();
  }

  /** To the end, now. */
  hurry(): void {
    clearTimeout(this.timer);
    this.queue = [];
    land();
    this.rest();
  }

  private next(): void {
    const scene = this.queue.shift();
    if (!scene) {
      this.rest();
      return;
    }
    if (scene.mark !== undefined) this.mark = scene.mark;
    if (scene.sound) play(scene.sound);
    this.change(scene.shown);
    this.timer = setTimeout(() => this.next(), duration(scene.wait * this.pace));
  }

  private async change(shown: TombShown): Promise<void> {
    const root = this.root();
    const before = root && measure(root, seenIn(shown));
    const away = shown.stacks.length > this.shown.stacks.length ? `turn-${shown.turn}` : "discards";
    this.shown = shown;
    await tick();
    if (root && before && this.playing) fly(root, before, away);
  }

  private rest(): void {
    this.mark = null;
    this.shown = this.view;
    this.setPlaying(false);
  }

  private setPlaying(playing: boolean): void {
    this.playing = playing;
    curtain.playing = playing;
  }
}
