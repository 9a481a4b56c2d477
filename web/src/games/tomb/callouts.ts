/** The things that a new player meets, and the tip that each of them gets when it first appears. */
import type { EventShown, TombShown } from "../../core/protocol";
import { kindOf } from "./faces";

export const TOPICS = ["scroll", "queen", "skill", "torch", "turning"] as const;
export type Topic = (typeof TOPICS)[number];

export interface Callout {
  topic: Topic;
  /** The selector of the thing that the tip is about. */
  anchor: string;
  /** The turn, and how many turns lead back from it. */
  params: { n: number; back: number };
}

const cardAnchor = (card: string | undefined) => (card ? `[data-card="${card}"]` : "");
const FIRST_TURN_TO_TURN_BACK = 2;
/** After a reload the events are those of the whole game; only those of its last turn matter. */
const RECENT_EVENTS = 8;

/** Return the selectors of the things that are there now. */
function anchorsIn({ hand, torches, legal, turn }: TombShown, events: readonly EventShown[]): Record<Topic, string> {
  const isTurnOffered = turn >= FIRST_TURN_TO_TURN_BACK && legal.some(({ verb }) => verb === "retreat");
  return {
    scroll: cardAnchor(hand.find((card) => kindOf(card) === "scroll")),
    // A queen has won the turn, and lies in its stack, by the time that the cards lie still.
    queen: events.slice(-RECENT_EVENTS).some(({ event }) => event === "favor_shown")
      ? `[data-place="turn-${turn}"]`
      : "",
    skill: cardAnchor(hand.find((card) => kindOf(card) === "skill")),
    torch: cardAnchor(torches.findLast((card) => kindOf(card) === "torch")),
    turning: isTurnOffered ? '[data-move="retreat"]' : "",
  };
}

/** Return the tip for the first thing that the player hasn't had one for; null if there is none. */
export function calloutFor(view: TombShown, events: readonly EventShown[], seen: readonly string[]): Callout | null {
  const anchors = anchorsIn(view, events);
  const topic = TOPICS.find((each) => anchors[each] && !seen.includes(each));
  return topic ? { topic, anchor: anchors[topic], params: { n: view.turn, back: view.turns_left } } : null;
}
