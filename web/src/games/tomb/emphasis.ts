/** How the events of a Tomb are emphasized while its cards move: order, marks and sounds. */
import { type Cue, MOVE_MS, SHOW_MS } from "../../cards/motion/schedule";
import type { EventShown } from "../../core/protocol";
import { kindOf } from "./faces";

export type Mark =
  | { kind: "won" | "dodged" | "fled" | "torch" | "favor_again" }
  | { kind: "blow" | "held"; n: number }
  | { kind: "wounded"; n: number; hitPoints: number };
/** A mark, or null to remove the last one. */
export type TombCue = Cue<Mark | null>;

const PASS_MS = 230;
const HURT_MS = 520;
const SECOND_QUEEN_MS = 900;
/** With this many hit points left the heart can be heard. */
const FEW_HIT_POINTS = 2;

type Emphasis = (event: EventShown) => TombCue[];

const turnedUp = (card: EventShown["card"], sound: TombCue["sound"] = "card"): TombCue => ({
  card,
  from: "deck",
  via: "column",
  sound,
  ms: SHOW_MS,
});
const found: Emphasis = ({ card }) => [turnedUp(card, "coin")];
const isWon: TombCue = { mark: { kind: "won" }, sound: "bell", ms: MOVE_MS };
const turnEnds: Emphasis = () => [{ rest: true, mark: null, sound: "card", ms: MOVE_MS }];

const EMPHASIS: Record<string, Emphasis> = {
  torch_burnt: ({ card }) => [turnedUp(card), { card, mark: { kind: "torch" }, sound: "torch", ms: MOVE_MS }],
  skill_gained: ({ card }) => [turnedUp(card), { card, sound: "coin", ms: MOVE_MS }],
  favor_shown: ({ card }) => [turnedUp(card, "bell")],
  hoard_found: found,
  scroll_found: found,
  encounter_met: ({ card }) => [{ ...turnedUp(card, isDoor(card) ? "door" : "card"), via: "encounter" }],
  won_by_action: ({ card }) => [turnedUp(card), isWon],
  won_by_favor: () => [{ ...isWon, ms: SHOW_MS }],
  won_by_skill: ({ card }) => [{ card, via: "column", mark: { kind: "won" }, sound: "bell", ms: SHOW_MS }],
  blow_struck: ({ card, damage }) => [
    turnedUp(card),
    { mark: { kind: "blow", n: damage ?? 0 }, sound: "blow", ms: MOVE_MS },
  ],
  wounded: ({ damage, hp }) => [
    { mark: { kind: "wounded", n: damage ?? 0, hitPoints: hp ?? 0 }, sound: "blow", ms: HURT_MS },
    ...(hp && hp <= FEW_HIT_POINTS ? [{ sound: "heartbeat" as const, ms: 0 }] : []),
  ],
  dodged: ({ card }) => [{ card, mark: { kind: "dodged" }, sound: "card", ms: SHOW_MS }],
  door_held: ({ card, n }) => [turnedUp(card), { mark: { kind: "held", n: n ?? 0 }, sound: "rumble", ms: MOVE_MS }],
  discarded: ({ card }) => [
    { ...turnedUp(card), ms: PASS_MS },
    { card, to: "discards", ms: PASS_MS / 2 },
  ],
  treasure_dropped: ({ card }) => [{ card, via: "column", sound: "coin", ms: SHOW_MS }],
  fled: () => [{ mark: { kind: "fled" }, ms: MOVE_MS }],
  scroll_read: ({ card }) => [{ card, mark: null, sound: "bell", ms: PASS_MS }],
  treasure_taken: ({ card }) => [{ card, sound: "coin", ms: MOVE_MS }],
  turned_around: () => [{ sound: "card", ms: 0 }],
  turn_won: turnEnds,
  turn_lost: turnEnds,
  turn_fled: turnEnds,
};

const isDoor = (card: EventShown["card"]) => typeof card === "string" && kindOf(card) === "door";
const isQueen = ({ event }: EventShown) => event === "favor_shown";

/** Return the cues of a list of events. A second queen in a turn gets a mark of its own. */
export function cuesOf(events: EventShown[], { column }: { column: string[] }): TombCue[] {
  const queens = column.filter((card) => kindOf(card) === "favor").length;
  return events.flatMap((event, index) => {
    const cues = EMPHASIS[event.event]?.(event) ?? [];
    const isAgain = isQueen(event) && queens + events.slice(0, index).filter(isQueen).length > 0;
    return isAgain
      ? cues.map((cue) => ({ ...cue, mark: { kind: "favor_again" as const }, ms: SECOND_QUEEN_MS }))
      : cues;
  });
}
