/** The paragraph of the rules that applies to a view. */
import type { DungeonShown, TombShown } from "../core/protocol";

const TOMB: Record<TombShown["phase"], string> = {
  between: "9",
  turning: "3",
  standing: "3.6",
  struck: "8",
  held: "6.2",
  dark: "7.2",
  marking: "3.9",
  dropping: "4.3",
  over: "10",
};
const ENCOUNTERS: Record<string, string> = { S: "4", D: "5", C: "6" };
const DUNGEON: Partial<Record<DungeonShown["pending"], string>> = {
  bid: "1.4",
  turn: "2",
  discard: "2.7",
  attacked: "4.3",
  asked: "6.2",
  answered: "6.3",
  caught: "10",
  robbing: "5",
  saving: "12.2",
  aces: "7.4",
  counters: "11.2",
  accusations: "14.4",
  over: "8",
};

export function paragraphFor(game: "tomb" | "dungeon", view: object): string {
  if (game === "dungeon") return DUNGEON[(view as DungeonShown).pending] ?? "2";
  const { phase, encounter } = view as TombShown;
  return phase === "standing" && encounter ? (ENCOUNTERS[encounter.slice(-1)] ?? "3.6") : TOMB[phase];
}
