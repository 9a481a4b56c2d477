/** Dungeon in the page. */
import type { TableRequest } from "../../core/open";
import type { DungeonResult, DungeonShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import type { GameDefinition } from "../definition";
import { challengeIcon } from "./challenges";
import { faceOf, QUICK_START_CARDS } from "./faces";
import { FAN } from "./icons";
import { firstOpponents } from "./opponents";
import { PORTRAITS } from "./portraits";

const AGAINST_TWO_BOTS: TableRequest = { game: "dungeon", house: { players: 3 }, bots: firstOpponents(2) };

export const DUNGEON: GameDefinition<DungeonShown, DungeonResult> = {
  name: "dungeon",
  icon: "prisoner",
  fan: FAN,
  faceOf,
  quickStart: AGAINST_TWO_BOTS,
  loadIcons: () => import("./card_icons"),
  loadTable: () => import("./table"),
  loadEnd: () => import("./DungeonEnd.svelte"),
  loadNewGame: () => import("./NewGame.svelte"),
  loadOdds: () => import("./Odds.svelte"),
  rules: { en: () => import("virtual:rules/dungeon"), es: () => import("virtual:rules/dungeon.es") },
  lesson: {
    minutes: 25,
    quick: QUICK_START_CARDS,
    doneText: () => say("learn.done_dungeon"),
    next: [{ text: "learn.play_own", request: AGAINST_TWO_BOTS }],
  },
  resultText({ ending, winner, turns }, seat, names) {
    if (winner === null || ending === "stalemate") return say("result.dungeon.stalemate", { n: turns });
    const name = names[winner] ?? "";
    return say(`result.dungeon.${ending}_${seat === winner ? "you" : "other"}`, { name, n: turns });
  },
  isWon: ({ winner }, seat) => seat !== null && winner === seat,
  portraits: PORTRAITS,
  statistics: { headlines: ["won", "survived", "turns"], challengeIcon },
};
