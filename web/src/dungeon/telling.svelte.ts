/** What a table has to tell, look by look: the happening, the story's last lines, and what was turned up for a moment. */
import type { DungeonShown } from "../core/protocol";
import { play } from "../core/sound";
import type { Look } from "../table/shown";
import { type Happening, happeningOf, laidValues, type Turned, topDiscard, turnedUp } from "./happenings";

/** A whole game told again, after a reload, is no news: only its end is. */
const MANY = 40;
const RECENT = 6;
const MOST_LINES = 16;

export class Telling {
  happening = $state.raw<Happening | null>(null);
  /** The first sentences of the last look: what was done comes before what follows from it. */
  headline = $state.raw<string[]>([]);
  /** Newest look first. */
  lines = $state.raw<{ id: number; text: string; fresh: boolean }[]>([]);
  turned = $state.raw<Turned[]>([]);
  /** The values of the fighting cards on the table, as they were told. */
  laid = $state.raw<number[]>([]);
  /** The card on top of the discards. */
  top = $state.raw<string | null>(null);
  private number = -1;
  private count = 0;

  /** Hear a look; false for one that was heard already. */
  hear({ number, events, story, view }: Look<DungeonShown>): boolean {
    if (number === this.number) return false;
    const again = this.number === -1 || events.length > MANY;
    this.number = number;
    this.laid = laidValues(this.laid, events);
    this.top = topDiscard(this.top, events, view.seen_discards);
    const now = happeningOf(again ? events.slice(-RECENT) : events);
    if (now) this.happening = now;
    if (story.length) this.headline = again ? story.slice(-2) : story.slice(0, 2);
    const fresh = story.slice(again ? -4 : -12).map((text) => ({ id: ++this.count, text, fresh: true }));
    this.lines = [...fresh, ...this.lines.map((each) => ({ ...each, fresh: false }))].slice(0, MOST_LINES);
    if (again) return true;
    const up = turnedUp(events);
    if (up.length) this.turned = up;
    const lost = now?.sound === "win" && view.seat !== null && view.winner !== view.seat;
    if (now?.sound) play(lost ? "lose" : now.sound);
    return true;
  }
}
