/** What is shared of a result: the score, and the deal as a challenge or, if it has no code, another link. It contains no key. */
import type { TombResult, TombShown } from "../../core/protocol";
import { href } from "../../core/router.svelte";
import type { Shared } from "../../core/share";
import { say } from "../../core/words.svelte";
import { SCORING } from "./scoring";

export function sharedResult(
  result: TombResult,
  view: TombShown,
  code: string,
  origin: string,
  link = `${origin}/${href("tomb")}`,
): Shared {
  const ending = say(`tomb.end.${result.won ? "won" : result.ending}`);
  const { depth, torches_left, max_torches, hit_points, max_hit_points } = view;
  const lines = [
    say("tomb.end.share_text", { kings: result.kings, points: result.points, ending }),
    say("tomb.end.share_deep", { depth, torches_left, max_torches, hit_points, max_hit_points }),
  ];
  if (!code) return { text: lines.join("\n"), url: link };
  const challenge =
    result.ending === "escaped"
      ? say("tomb.end.beat", { score: SCORING.scoreText(result) })
      : say("tomb.end.beat_lost");
  return { text: [...lines, challenge].join("\n"), url: `${origin}/${href("deal", code)}` };
}
