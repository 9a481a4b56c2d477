/** The text beside the cards in play: an attack or a called ability, as the viewer sees it. */
import type { DungeonShown, FightShown } from "../../core/protocol";
import { capitalize, say } from "../../core/words.svelte";
import { creatureName } from "./words";

/** Describe the attack or the ability that isn't decided yet; return "" if there is none. */
export function arenaText(view: DungeonShown, names: string[]): string {
  if (view.fight) return `${attackText(view.fight, view.seat, names)}: ${progressText(view.fight)}`;
  if (view.ability === null) return "";
  const called = `${abilityText(view, view.ability, names)}.`;
  return view.laid.length ? `${called} ${say("dungeon.arena.counters", { n: view.laid.length })}` : called;
}

/** `Vera attacks you`, `You attack Vera` or `Vera attacks Luis`. */
function attackText({ attacker, defender }: FightShown, viewer: number | null, names: string[]): string {
  const [player, target] = [names[attacker] ?? "", names[defender] ?? ""];
  if (viewer === attacker) return say("dungeon.arena.own_creature", { target });
  if (viewer === defender) return say("dungeon.arena.creature_at_you", { player });
  return say("dungeon.arena.creature", { player, target });
}

/** Say how far a fight is: a 2 beats the Wight, whatever the sum is. */
function progressText({ values, total, strength, is_won }: FightShown): string {
  if (!values.length) return say("dungeon.arena.needed_unknown", { worth: strength });
  return is_won && total < strength
    ? say("dungeon.arena.needed_two")
    : say("dungeon.arena.needed", { total, worth: strength });
}

function abilityText({ current, seat }: DungeonShown, ability: number, names: string[]): string {
  const creature = creatureName(ability);
  if (current !== null && current === seat) return say("dungeon.arena.own_ability", { creature });
  return capitalize(say("dungeon.arena.ability", { player: names[current ?? -1] ?? "", creature }));
}
