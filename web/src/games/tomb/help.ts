/** What a card is and does, for the popover that explains it. */
import type { CardHelp } from "../../core/card_help.svelte";
import { cardIn } from "../../core/games";
import type { TombShown } from "../../core/protocol";
import { entry, say } from "../../core/words.svelte";
import { kindName, kindOf, titleOf } from "./faces";
import type { DescribedMove } from "./moves";
import { promptOf } from "./prompt";

const ENCOUNTERS = new Set(["monster", "trap", "door"]);
/** Cards of these kinds can be dropped before a monster that isn't stronger than they are worth. */
const DROPPABLE = new Set(["trap", "hoard", "scroll"]);

/** Return the sentences about a card in the hand. */
function inHand(card: string, moves: DescribedMove[]): string[] {
  const kind = kindOf(card);
  const n = cardIn("tomb", card).value ?? 0;
  const lines = [kind === "trap" ? say("tomb.card.treasure", { n }) : aboutKind(card)];
  if (DROPPABLE.has(kind)) lines.push(say("tomb.card.droppable", { n }));
  const move = moves.find((each) => each.card === card);
  if (move) lines.push(say("tomb.card.now", { move: move.label, why: move.why }));
  else if (moves.length) lines.push(say("tomb.card.not_now"));
  return lines;
}

/** Return what cards of a kind are for; each skill has a text of its own. */
const aboutKind = (card: string): string => entry("tomb.card", kindOf(card) === "skill" ? card : kindOf(card));

/** Return the sentences about a card of the running turn other than its encounter. */
function inColumn(card: string): string {
  const n = cardIn("tomb", card).value ?? 0;
  return ENCOUNTERS.has(kindOf(card)) ? say("tomb.card.action", { n }) : aboutKind(card);
}

/** Return the explanation of a card that lies face up on the table. */
export function helpOf(card: string, view: TombShown, moves: DescribedMove[]): CardHelp {
  const title = `${titleOf(card)} (${kindName(card)})`;
  if (card === view.encounter) return { title, lines: [promptOf(view).help] };
  if (view.hand.includes(card)) return { title, lines: inHand(card, moves) };
  if (view.spent.includes(card)) return { title, lines: [say("tomb.card.spent")] };
  return { title, lines: [inColumn(card)] };
}
