/** Tomb of Four Kings in the page. */
import type { TombResult, TombShown } from "../../core/protocol";
import { settings } from "../../core/settings.svelte";
import { say } from "../../core/words.svelte";
import type { GameDefinition } from "../definition";
import { challengeIcon } from "./challenges";
import { faceOf, QUICK_START_CARDS } from "./faces";
import { FAN } from "./icons";
import { SCORING } from "./scoring";

export const TOMB: GameDefinition<TombShown, TombResult> = {
  name: "tomb",
  icon: "tombstone",
  fan: FAN,
  faceOf,
  quickStart: { game: "tomb" },
  loadIcons: () => import("./card_icons"),
  loadTable: () => import("./table"),
  loadEnd: () => import("./TombEnd.svelte"),
  loadNewGame: () => import("./NewGame.svelte"),
  loadCounter: () => import("./Counter.svelte"),
  loadOdds: () => import("./Odds.svelte"),
  rules: { en: () => import("virtual:rules/tomb"), es: () => import("virtual:rules/tomb.es") },
  rulesPicture: { rule: "2", load: () => import("./SpreadPicture.svelte") },
  lesson: {
    minutes: 20,
    quick: QUICK_START_CARDS,
    doneText: ({ kings, points }) => say("learn.done_tomb", { kings, points }),
    next: [
      { text: "learn.play_same", request: { game: "tomb", deal: "walkthrough" } },
      { text: "learn.play_own", request: { game: "tomb" } },
    ],
  },
  resultText({ kings, points, gold, ending, won }) {
    const inGold = new Intl.NumberFormat(settings.language).format(gold);
    return say(`result.tomb.${won ? "won" : ending}`, { kings, points, gold: inGold });
  },
  isWon: ({ won }) => won,
  statistics: { headlines: ["escaped", "won", "points", "kings_out"], challengeIcon },
  scoring: SCORING,
};
