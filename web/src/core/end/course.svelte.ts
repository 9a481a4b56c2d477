/** The course of an ending, the same for every game. */
import { announce } from "../announce.svelte";
import { duration } from "../settings.svelte";
import { play } from "../sound";
import type { EndStage } from "./stage.svelte";

export interface Ending {
  /** Settled once the result is known, so that nothing moves on the board that shows it. */
  noted: Promise<unknown>;
  /** Whether the last cards lie at their places. */
  isStill: () => boolean;
  /** Whether the game has just ended, so that its scene is played and its end is heard. */
  isFresh: boolean;
  hasScene: () => boolean;
  heading: () => HTMLElement | undefined;
  title: () => string;
  isHappy: () => boolean;
}

/** Let an ending take its course: scene, board, focus, announcement. Call it while a component is set up. */
export function followCourse(stage: EndStage, ending: Ending): void {
  const hasMotion = () => duration(1) > 0;
  let isNoted = $state(false);
  ending.noted.finally(() => (isNoted = true));
  $effect(() => {
    if (ending.isStill() && isNoted) stage.begin(ending.isFresh && ending.hasScene() && hasMotion());
  });
  $effect(() => {
    if (stage.part === "board") ending.heading()?.focus({ preventScroll: true });
  });
  let hasAnnounced = false;
  $effect(() => {
    if (stage.part !== "board" || hasAnnounced) return;
    hasAnnounced = true;
    announce(ending.title());
    if (ending.isFresh && ending.hasScene() && !hasMotion()) play(ending.isHappy() ? "win" : "lose");
  });
}
