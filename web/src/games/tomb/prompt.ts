/** The text in the middle of the table: the encounter, or where the player is. */
import { rankOf } from "../../cards/faces";
import type { TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { kindOf, titleOf } from "./faces";

/** The highest rank of an encounter has a text of its own. */
const HIGHEST = 10;

export interface Prompt {
  title: string;
  help: string;
  strength: string;
  /** Shown if there is no encounter. */
  icon: string;
}

/** Return the texts of a phase that needs an answer first, whatever the encounter. */
function urgentText(view: TombShown): { title: string; help: string } | null {
  const { phase, blow, owed, ending } = view;
  if (ending) return { title: say(`tomb.hero.${ending}`), help: say("tomb.hero.over_help") };
  if (phase === "struck") return { title: say("tomb.hero.struck", { n: blow }), help: say("tomb.hero.struck_help") };
  if (phase === "held") return { title: say("tomb.hero.held"), help: say("tomb.hero.held_help", { n: owed }) };
  if (phase === "dark" || phase === "marking")
    return { title: say(`tomb.hero.${phase}`), help: say(`tomb.hero.${phase}_help`) };
  return null;
}

function idlePrompt(view: TombShown): Prompt {
  const { phase, turn, deepest, ending, stacks } = view;
  const withIcon = (title: string, help: string, icon: string): Prompt => ({ title, help, strength: "", icon });
  if (ending) return withIcon("", "", ending === "escaped" ? "sun" : "tombstone");
  if (phase === "turning")
    return withIcon(say("tomb.hero.turning", { turn }), say("tomb.hero.turning_help"), "eyeball");
  if (turn === 0) return withIcon(say("tomb.hero.entrance"), say("tomb.hero.entrance_help"), "3d-stairs");
  if (deepest)
    return withIcon(
      say("tomb.hero.homeward"),
      say("tomb.hero.homeward_help", { n: 2 * deepest - 1 - stacks.length }),
      "sun",
    );
  const back = turn - 1;
  return withIcon(
    say("tomb.hero.between", { turn }),
    back ? say("tomb.hero.between_help", { n: back }) : say("tomb.hero.between_door"),
    "stairs-goal",
  );
}

export function promptOf(view: TombShown): Prompt {
  if (!view.encounter)
    return { ...idlePrompt(view), ...urgentText(view), ...(view.phase === "dark" && { icon: "torch" }) };
  const kind = kindOf(view.encounter);
  const n = Number(rankOf(view.encounter));
  const dropping = view.phase === "dropping" ? say("tomb.hero.dropping", { done: view.dropped, n }) : null;
  const help = dropping ?? say(`tomb.hero.${kind}${n === HIGHEST ? "_top" : ""}`, { n });
  const strength = say("tomb.hero.strength", { n });
  return { title: titleOf(view.encounter), help, strength, icon: "", ...urgentText(view) };
}
