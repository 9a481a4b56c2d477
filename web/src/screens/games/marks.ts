/** What is remarkable about a finished game: how it came about, whether it counts, and what it meant. */
import { type Board, boardHref, readBoard } from "../../core/board";
import { localeOf } from "../../core/locale";
import type { GameListed } from "../../core/protocol";
import { settings } from "../../core/settings.svelte";
import { entry, say } from "../../core/words.svelte";

export interface Mark {
  text: string;
  help: string;
  /** Where the mark leads to: the daily deal, the competition or the shared deal. */
  href: string | null;
}

/** Return the origin and the standing of a game as short marks. */
export function marksOf({ origin, standing, board, number }: GameListed): Mark[] {
  const played = readBoard(board);
  const day = played?.kind === "daily" ? formatDate(played) : "";
  const text = entry("history", `origin_${origin}`, { n: number, day });
  const marks = text ? [{ text, help: "", href: played && boardHref(played) }] : [];
  // An origin says more than that the cards were known.
  const isSaid = standing === "free" && origin !== "fair" && text !== "";
  if (isSaid) return [{ ...marks[0], help: say("history.standing_free_help") } as Mark];
  return [
    ...marks,
    { text: say(`history.standing_${standing}`), help: say(`history.standing_${standing}_help`), href: null },
  ];
}

/** A day of a daily deal is one of UTC. */
function formatDate({ name }: Board): string {
  const moment = Date.parse(`${name}T00:00:00Z`);
  if (Number.isNaN(moment)) return name;
  const style = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(settings.language), style).format(moment);
}
