/** The text that shares the result of a daily: the score and how it ended, and nothing about the cards. */
import { href } from "../core/router.svelte";
import type { Shared } from "../core/share";
import { say } from "../core/words.svelte";
import type { GameScoring, Score } from "./definition";

export function sharedDaily(day: string, score: Score, scoring: GameScoring, origin: string): Shared {
  const line = say("daily.share_text", {
    day,
    score: scoring.scoreText(score),
    outcome: scoring.outcomeText(score),
  });
  return { text: `${line}\n${scoring.symbols(score)}`, url: `${origin}/${href("daily", day)}` };
}
