/** The text in the middle of the table: the encounter, or where the player is. */
import type { TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { titleOf } from "./faces";

export interface Prompt {
  title: string;
  help: string;
  strength: string;
  /** Shown if there is no encounter. */
  icon: string;
}

/** Return the texts of a phase that needs an answer first, whatever the encounter. */
function urgentText(view: TombShown): Partial<Prompt> | null {
  const { phase, blow, owed, ending } = view;
  if (ending) return { title: say(`tomb.hero.${ending}`), help: say("tomb.hero.over_help") };
  if (phase === "struck") return { title: say("tomb.hero.struck", { n: blow }), help: say("tomb.hero.struck_help") };
  if (phase === "held") return { title: say("tomb.hero.held"), help: say("tomb.hero.held_help", { n: owed }) };
  if (phase === "dark" || phase === "marking")
    return { title: say(`tomb.hero.${phase}`), help: say(`tomb.hero.${phase}_help`), strength: "" };
  return null;
}

function idlePrompt({ phase, turn, deepest, depth, ending, turns_left: n }: TombShown): Prompt {
  const withIcon = (title: string, help: string, icon: string): Prompt => ({ title, help, strength: "", icon });
  if (ending) return withIcon("", "", ending === "escaped" ? "sun" : "tombstone");
  if (phase === "turning")
    return withIcon(say("tomb.hero.turning", { turn }), say("tomb.hero.turning_help"), "eyeball");
  if (phase === "dark") return withIcon("", "", "torch");
  if (!depth) return withIcon(say("tomb.hero.entrance"), say("tomb.hero.entrance_help"), "3d-stairs");
  if (deepest) return withIcon(say("tomb.hero.homeward"), say("tomb.hero.homeward_help", { n }), "sun");
  const help = n ? say("tomb.hero.between_help", { n }) : say("tomb.hero.between_door");
  return withIcon(say("tomb.hero.between", { turn }), help, "stairs-goal");
}

/** Return the texts of an encounter. One that only a single number beats has a text of its own. */
function foePrompt(
  { card, kind, value: n, wins_from, wins_to }: NonNullable<TombShown["foe"]>,
  view: TombShown,
): Prompt {
  const help =
    view.phase === "dropping"
      ? say("tomb.hero.dropping", { done: view.dropped, n })
      : say(`tomb.hero.${kind}${wins_from === wins_to ? "_top" : ""}`, { n });
  return { title: titleOf(card), help, strength: say("tomb.hero.strength", { n }), icon: "" };
}

export function promptOf(view: TombShown): Prompt {
  const prompt = view.foe ? foePrompt(view.foe, view) : idlePrompt(view);
  return { ...prompt, ...urgentText(view) };
}
