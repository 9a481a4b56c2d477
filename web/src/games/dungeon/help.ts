/** What a card of the hand does here, and the keys of the table. */
import type { CardHelp } from "../../core/card_help.svelte";
import type { KeyHelp } from "../../core/keys";
import { capitalize, entry, say } from "../../core/words.svelte";
import { rankOf } from "./cards";
import { faceOf } from "./faces";
import { isFromHand, type Move, movesWith } from "./moves";

/** Explain a card: what it can do at all, and, while the game is played, what it can do now. */
export function explainCard(code: string, moves: Move[], isPlayed: boolean): CardHelp {
  const general = entry("dungeon.help", rankOf(code)) || say("dungeon.help.passage");
  const { rank: shown, symbol, suit, title } = faceOf(code);
  return {
    title: `${suit ? shown : ""}${symbol} ${title}`,
    lines: isPlayed ? [general, possibleNow(code, moves)] : [general],
  };
}

/** Say which kinds of moves a card has now, or that the player has to wait. */
function possibleNow(code: string, moves: Move[]): string {
  if (!moves.length) return say("dungeon.help.wait");
  const verbs = new Set(movesWith(code, moves.filter(isFromHand)).map(({ verb }) => verb));
  if (!verbs.size) return say("dungeon.help.not_now");
  const names = [...verbs].map((verb) => say(`dungeon.verb.${verb}`).toLowerCase());
  return capitalize(say("dungeon.help.now", { moves: names.join(", ") }));
}

export const tableKeys = (): KeyHelp[] => [
  { keys: ["1", "…", "9"], text: say("dungeon.keys.numbers") },
  { keys: ["Enter"], text: say("dungeon.keys.enter") },
  { keys: ["p"], text: say("dungeon.keys.pass") },
  { keys: ["a"], text: say("dungeon.keys.ace") },
  { keys: ["f"], text: say("dungeon.keys.fight") },
  { keys: ["←", "→", "↑", "↓"], text: say("dungeon.keys.pan") },
  { keys: ["i"], text: say("dungeon.keys.help") },
];
