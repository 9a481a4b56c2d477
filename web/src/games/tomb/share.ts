/** The text to share a result: the score, and the deal if it has a code. It contains no key. */
import type { TombResult, TombShown } from "../../core/protocol";
import { href } from "../../core/router.svelte";
import { say } from "../../core/words.svelte";

export function shareText(result: TombResult, view: TombShown, code: string): string {
  const ending = say(`tomb.end.${result.won ? "won" : result.ending}`);
  const lines = [
    say("tomb.end.share_text", { kings: result.kings, points: result.points, ending }),
    say("tomb.end.share_deep", { deep: view.deepest || view.turn, torches: 4 - view.burnt, life: view.hit_points }),
  ];
  if (code) lines.push(say("tomb.end.share_deal", { code }), `${location.origin}/${href("tomb", code)}`);
  return lines.join("\n");
}
