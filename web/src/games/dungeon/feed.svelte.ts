/** The news of a table, update by update: the highlight, the last sentences, and what was revealed for a moment. */
import type { DungeonShown } from "../../core/protocol";
import { play } from "../../core/sound";
import type { Update } from "../props";
import { mustDecide } from "./concerns";
import { type Highlight, highlightOf, type Reveal, revealsIn } from "./highlights";

/** More events than this are a game replayed after a reload, of which only the end is news. */
const MAX_NEW_EVENTS = 40;
const RECENT_EVENTS = 6;
const MAX_VERDICT = 4;
/** Revealed cards are out of date after this many turns. */
const MAX_REVEAL_TURNS = 2;

export class Feed {
  highlight = $state.raw<Highlight | null>(null);
  /** The first sentences of the last update: an action comes before its consequences. */
  headline = $state.raw<string[]>([]);
  reveals = $state.raw<Reveal[]>([]);
  /** The sentences of the update that revealed them. */
  verdict = $state.raw("");
  /** Whether the reveals give way to a decision of the viewer's; they stay small after it. */
  isStrip = $state(false);
  private lastNumber = -1;
  /** The turn of the last reveal. */
  private revealedIn = 0;

  /** Add an update; return false if it was added before. After a jump in a replay nothing older is shown. */
  add({ number, events, story, view, isJump = false }: Update<DungeonShown>): boolean {
    if (number === this.lastNumber) return false;
    if (isJump) [this.highlight, this.headline, this.reveals, this.verdict] = [null, [], [], ""];
    const isReplayed = this.lastNumber === -1 || events.length > MAX_NEW_EVENTS;
    this.lastNumber = number;
    const highlight = highlightOf(isReplayed ? events.slice(-RECENT_EVENTS) : events);
    if (highlight) this.highlight = highlight;
    if (story.length) this.headline = isReplayed ? story.slice(-2) : story.slice(0, 2);
    if (isReplayed) return true;
    const reveals = revealsIn(events);
    if (reveals.length) {
      this.reveals = reveals;
      this.revealedIn = view.turn;
      this.isStrip = false;
      this.verdict = story.slice(0, MAX_VERDICT).join(" ");
    } else if (this.reveals.length && view.turn > this.revealedIn + MAX_REVEAL_TURNS) this.reveals = [];
    this.isStrip ||= mustDecide(view);
    const lost = highlight?.sound === "win" && view.seat !== null && view.winner !== view.seat;
    if (highlight?.sound) play(lost ? "lose" : highlight.sound);
    return true;
  }
}
