/** The emphasis of an update: its icon, sound and cards, and what its events reveal for a moment. */
import type { EventShown } from "../../core/protocol";
import type { Sound } from "../../core/sound";

/** The icon and the sound of each event, the most important event first. */
const HIGHLIGHTS: Record<string, [icon: string, sound: Sound]> = {
  escaped: ["sunrise", "win"],
  alone: ["trophy", "win"],
  stalemate: ["hourglass", "lose"],
  fell: ["skull-crossed-bones", "lose"],
  resigned: ["tombstone", "lose"],
  was_false: ["gavel", "rumble"],
  was_honest: ["scales", "rumble"],
  accused: ["gavel", "bell"],
  cave_hit: ["falling-rocks", "rumble"],
  caved_in: ["falling-rocks", "rumble"],
  cave_missed: ["falling-rocks", "blow"],
  joker_saved: ["jester-hat", "coin"],
  burnt: ["candle-light", "torch"],
  lied: ["magnifying-glass", "bell"],
  told_truth: ["magnifying-glass", "bell"],
  demanded: ["magnifying-glass", "bell"],
  ability_cancelled: ["crossed-swords", "blow"],
  countered: ["crossed-swords", "blow"],
  creature_beaten: ["crossed-swords", "blow"],
  retreated: ["footprint", "blow"],
  attacked: ["crossed-swords", "blow"],
  fight_laid: ["crossed-swords", "card"],
  gave: ["fishing-hook", "coin"],
  denied: ["conversation", "card"],
  believed: ["conversation", "card"],
  fished: ["fishing-hook", "bell"],
  took: ["robber", "coin"],
  took_secretly: ["robber", "coin"],
  rob_called: ["robber", "bell"],
  ace_played: ["card-draw", "bell"],
  dug: ["war-pick", "card"],
  dug_hidden: ["war-pick", "card"],
  bid_shown: ["scales", "card"],
  began: ["scales", "card"],
  discarded: ["card-discard", "card"],
  discarded_hidden: ["card-discard", "card"],
  own_discard: ["card-discard", "card"],
  deck_renewed: ["cycle", "card"],
};
const PRIORITY = Object.keys(HIGHLIGHTS);
/** Events whose card is shown elsewhere: in the hand, or as a reveal. */
const WITHOUT_CARDS = new Set(["bid_with", "drew_card", "hand_shown", "passage_shown", "front_was"]);

export interface Highlight {
  icon: string;
  sound: Sound | null;
  cards: string[];
}

export function highlightOf(events: EventShown[]): Highlight | null {
  const [main] = events
    .map(({ event }) => event)
    .filter((name) => name in HIGHLIGHTS)
    .sort((one, other) => PRIORITY.indexOf(one) - PRIORITY.indexOf(other));
  if (!main) return null;
  const [icon, sound] = HIGHLIGHTS[main] ?? ["conversation", "card"];
  const cards = events.flatMap(({ event, card }) => (card && !WITHOUT_CARDS.has(event) ? [card] : []));
  return { icon, sound, cards };
}

/** A hand or a dungeon that was revealed for a moment. */
export interface Reveal {
  seat: number;
  kind: "hand" | "dungeon";
  cards: { code: string; value: number | null }[];
}

export function revealsIn(events: EventShown[]): Reveal[] {
  const reveals = new Map<string, Reveal>();
  for (const { event, seat, card, value } of events) {
    if (!card || seat == null || (event !== "hand_shown" && event !== "passage_shown")) continue;
    const kind = event === "hand_shown" ? "hand" : "dungeon";
    const found = reveals.get(`${kind} ${seat}`) ?? { seat, kind, cards: [] };
    found.cards.push({ code: card, value: kind === "dungeon" ? (value ?? null) : null });
    reveals.set(`${kind} ${seat}`, found);
  }
  return [...reveals.values()];
}
