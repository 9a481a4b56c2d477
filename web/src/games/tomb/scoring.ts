/** How results of Tomb are compared and shared. */
import { entry } from "../../core/words.svelte";
import type { GameScoring, Score } from "../definition";

const CROWN = "👑";
const STEP = "▪";
const ENDS: Record<string, string> = { escaped: "☀", slain: "💀", lost: "🌑" };
const OUTCOME_ICONS: Record<string, string> = { slain: "skull-crossed-bones", lost: "candle-light" };

/** A won game is one that was escaped from with all kings. */
const endOf = (outcome: string | null) => (outcome === "won" ? "escaped" : (outcome ?? ""));

export const SCORING: GameScoring = {
  scoreText: ({ kings, points }) => `${kings}/${points}`,
  outcomeText: ({ outcome, turns }) => entry("tomb.score", endOf(outcome), { n: turns }),
  outcomeName: (outcome) => entry("tomb.outcome", endOf(outcome)),
  outcomeIcon: (outcome) => OUTCOME_ICONS[endOf(outcome)] ?? "exit-door",
  lostOutcomes: ["slain", "lost"],
  /** One step for each turn, how it ended, and a crown for each king. */
  symbols({ outcome, turns, kings }: Score) {
    const walked = STEP.repeat(turns) + (ENDS[endOf(outcome)] ?? "");
    return kings ? `${walked} ${CROWN.repeat(kings)}` : walked;
  },
  loadHouseFields: () => import("./HouseFields.svelte"),
};
