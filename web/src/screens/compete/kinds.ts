/** The icons of the kinds of competitions. */
import type { Kind } from "../../core/competition";

export const KIND_ICONS: Record<Kind, string> = {
  series: "tally-mark-5",
  contest: "podium-winner",
  wager: "two-coins",
};
