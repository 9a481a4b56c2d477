/** Texts of the form for a new Dungeon table. */
import { entry, say } from "../../core/words.svelte";
import { type Form, houseOf, occupants, PERSON } from "./form";
import type { Obstacle, OptionRules } from "./options";
import { optionValueText } from "./words";

/** Say why an option can't be set. */
export function obstacleText({ kind, option, ...moot }: Obstacle): string {
  if (option === "players" && "value" in moot) return say("dungeon.new.moot_players", { n: Number(moot.value) });
  return say(`dungeon.new.${kind}`, { option: entry("dungeon.new", option) });
}

/** Name an option that is on, with its value unless it is a switch. */
function chosenText(name: string, value: number | boolean): string {
  const title = entry("dungeon.new", name);
  return typeof value === "boolean" ? title : `${title}: ${optionValueText(name, value) || value}`;
}

/** Say in one line what a form opens: the opponents, the match and the rules. */
export function formSummary(form: Form, rules: OptionRules): string {
  const others = occupants(form);
  const bots = others.filter((occupant) => occupant !== PERSON).length;
  const people = others.length - bots;
  const { players: _, ...house } = houseOf(form, rules);
  const chosen = Object.entries(house).filter(([, value]) => value);
  return [
    people && say(form.company === "lobby" ? "dungeon.new.with_strangers" : "dungeon.new.with_friends", { n: people }),
    bots && say(people ? "dungeon.new.and_bots" : "dungeon.new.with_bots", { n: bots }),
    form.match && say("dungeon.new.match_n", { n: form.match }),
    ...(chosen.length ? chosen.map(([name, value]) => chosenText(name, value)) : [say("dungeon.new.plain")]),
  ]
    .filter(Boolean)
    .join(" · ");
}
