/** Plays the scenes of each update; the player can skip to the end at any time. */
import { tick } from "svelte";
import type { TombShown } from "../../core/protocol";
import { duration } from "../../core/settings.svelte";
import { play } from "../../core/sound";
import type { Update } from "../props";
import { cancelFlights, fly, measure } from "./flights";
import { type Mark, type Scene, scenesBetween } from "./scenes";

/** Longer sequences of scenes are played faster, so that they end within this time. */
const MAX_PLAYBACK_MS = 3600;

/** Shared with the counter and the end of the game, which wait for the last scene. */
export const playback = $state({ isPlaying: false });

const visibleIn = (shown: TombShown) =>
  new Set([...shown.column, ...shown.hand, ...shown.torches, ...shown.spent, ...shown.under]);

export class ScenePlayer {
  shown: TombShown;
  mark = $state.raw<Mark | null>(null);
  isPlaying = $state(false);
  private view: TombShown;
  private number: number;
  private queue: Scene[] = [];
  private timeScale = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    first: Update<TombShown>,
    private readonly root: () => HTMLElement | undefined,
  ) {
    this.shown = $state.raw(first.view);
    this.view = first.view;
    this.number = first.number;
  }

  update(update: Update<TombShown>): void {
    if (update.number === this.number && update.view === this.view) return;
    this.skip();
    this.number = update.number;
    this.view = update.view;
    this.queue = duration(1) && this.root() ? scenesBetween(this.shown, update.events, update.view) : [];
    this.timeScale = Math.min(1, MAX_PLAYBACK_MS / this.queue.reduce((sum, { durationMs }) => sum + durationMs, 1));
    this.setPlaying(this.queue.length > 0);
    this.next();
  }

  /** Skip to the end. */
  skip(): void {
    clearTimeout(this.timer);
    this.queue = [];
    cancelFlights();
    this.finish();
  }

  private next(): void {
    const scene = this.queue.shift();
    if (!scene) {
      this.finish();
      return;
    }
    if (scene.mark !== undefined) this.mark = scene.mark;
    if (scene.sound) play(scene.sound);
    this.showSpread(scene.shown);
    this.timer = setTimeout(() => this.next(), duration(scene.durationMs * this.timeScale));
  }

  private async showSpread(shown: TombShown): Promise<void> {
    const root = this.root();
    const before = root && measure(root, visibleIn(shown));
    const destination = shown.stacks.length > this.shown.stacks.length ? `turn-${shown.turn}` : "discards";
    this.shown = shown;
    await tick();
    if (root && before && this.isPlaying) fly(root, before, destination);
  }

  private finish(): void {
    this.mark = null;
    this.shown = this.view;
    this.setPlaying(false);
  }

  private setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    playback.isPlaying = isPlaying;
  }
}
