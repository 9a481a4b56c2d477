/** Times, results and house rules in words. */
import type { DungeonResult, TombResult } from "../core/protocol";
import { settings } from "../core/settings.svelte";
import { has, say } from "../core/words.svelte";

export type GameName = "tomb" | "dungeon";
/** In the address of an invitation: a table of the lobby by its name, instead of a key. */
export const LISTED = "lobby";
export type House = Record<string, number | boolean>;

export const gameName = (game: string): string => say(`game.${game}.name`);

export function list(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
}

/** A moment in milliseconds as a date. */
export function date(moment: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** `3 minutes ago` */
export function ago(moment: number): string {
  const seconds = (Date.now() - moment) / 1000;
  for (const [unit, length] of STEPS) {
    if (seconds >= length) {
      return new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" }).format(
        -Math.floor(seconds / length),
        unit,
      );
    }
  }
  return say("ago.now");
}

export function isTomb(result: object): result is TombResult {
  return "kings" in result;
}

/** How a game ended, for the player at that seat; null for who watched. */
export function resultWords(result: object, seat: number | null, names: string[]): string {
  if (isTomb(result)) {
    const { kings, points, ending, won } = result;
    const gold = new Intl.NumberFormat(settings.language).format(result.gold);
    return say(`result.tomb.${won ? "won" : ending}`, { kings, points, gold });
  }
  const { ending, winner, turns } = result as DungeonResult;
  if (winner === null) return say("result.dungeon.stalemate", { n: turns });
  const name = names[winner] ?? "";
  return say(`result.dungeon.${ending}_${seat === winner ? "you" : "other"}`, { name, n: turns });
}

/** What sets a result apart from others: help that was used, or cards that were known. */
export function resultMarks(result: object): string[] {
  const { assisted, deal } = result as { assisted?: boolean; deal?: string };
  const known = deal === "again" || deal === "walkthrough" ? [say(`games.deal_${deal}`)] : [];
  return assisted ? [say("games.assisted"), ...known] : known;
}

/** Did this seat win? */
export function isWon(result: object, seat: number | null): boolean {
  return isTomb(result) ? result.won : seat !== null && (result as DungeonResult).winner === seat;
}

/** What a table adds to the printed rules, in words. Only Dungeon has tables to join. */
export function houseWords(house: House): string[] {
  return Object.entries(house)
    .filter(([option, value]) => value && has(`house.${option}`))
    .map(([option, value]) => say(`house.${option}`, { n: Number(value) }));
}
