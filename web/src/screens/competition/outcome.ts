/** How a finished competition ended, as a sentence. */
import { ownEntrant } from "../../core/competition";
import { listNames } from "../../core/format";
import type { CompetitionShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";

export function outcomeText(shown: CompetitionShown): string {
  const own = ownEntrant(shown);
  if (shown.kind === "series") return say("competition.over_series", { points: own?.points ?? 0 });
  const winners = shown.entrants.filter(({ rank }) => rank === 1);
  const [first] = winners;
  if (!first || shown.entrants.length < 2) return say("competition.over");
  if (winners.length > 1) return say("competition.over_tied", { names: listNames(winners.map(({ name }) => name)) });
  return first.is_you ? say("competition.over_won") : say("competition.over_lost", { name: first.name });
}
