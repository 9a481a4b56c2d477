/** Texts for times, results and house rules. */
import type { DungeonResult, TombResult } from "../core/protocol";
import { settings } from "../core/settings.svelte";
import { has, say } from "../core/words.svelte";

export type GameName = "tomb" | "dungeon";
/** In the address of an invitation, in place of a key: the table is one of the lobby. */
export const LISTED = "lobby";
export type GameOptions = Record<string, number | boolean>;

export const gameTitle = (game: string): string => say(`game.${game}.name`);

export function listNames(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
}

/** Format a time in milliseconds as a date. */
export function formatDate(moment: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** `3 minutes ago` */
export function timeAgo(moment: number): string {
  const seconds = (Date.now() - moment) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds >= length) {
      return new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" }).format(
        -Math.floor(seconds / length),
        unit,
      );
    }
  }
  return say("ago.now");
}

export function isTombResult(result: object): result is TombResult {
  return "kings" in result;
}

/** Say how a game ended, for the player at a seat; null for a spectator. */
export function resultText(result: object, seat: number | null, names: string[]): string {
  if (isTombResult(result)) {
    const { kings, points, ending, won } = result;
    const gold = new Intl.NumberFormat(settings.language).format(result.gold);
    return say(`result.tomb.${won ? "won" : ending}`, { kings, points, gold });
  }
  const { ending, winner, turns } = result as DungeonResult;
  if (winner === null) return say("result.dungeon.stalemate", { n: turns });
  const name = names[winner] ?? "";
  return say(`result.dungeon.${ending}_${seat === winner ? "you" : "other"}`, { name, n: turns });
}

/** Notes on a result: help that was used, or cards that were known before. */
export function resultNotes(result: object): string[] {
  const { assisted, deal } = result as { assisted?: boolean; deal?: string };
  const known = deal === "again" || deal === "walkthrough" ? [say(`games.deal_${deal}`)] : [];
  return assisted ? [say("games.assisted"), ...known] : known;
}

/** Return whether the seat won. */
export function isWon(result: object, seat: number | null): boolean {
  return isTombResult(result) ? result.won : seat !== null && (result as DungeonResult).winner === seat;
}

/** The house rules of a table as texts. Only Dungeon has tables to join. */
export function houseRuleTexts(options: GameOptions): string[] {
  return Object.entries(options)
    .filter(([option, value]) => value && has(`house.${option}`))
    .map(([option, value]) => say(`house.${option}`, { n: Number(value) }));
}
