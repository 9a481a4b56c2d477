/** Texts of the form for a new Dungeon table. */
import { listNames } from "../../core/format";
import { entry, say } from "../../core/words.svelte";
import { characterNames, fullName } from "../characters";
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

/** Return what a bot is called: a character by its name with its epithet. */
export const botName = (bot: string): string => fullName(bot) || entry("dungeon.new", bot) || bot;

/** List bots: characters by their names, the others by what they are. */
export function botsText(bots: readonly string[]): string {
  const names = characterNames(bots);
  return listNames(bots.map((bot, index) => names[index] || entry("dungeon.new", `a_${bot}`) || bot));
}

/** Say in one line what a form opens: the opponents, the match and the rules. */
export function formSummary(form: Form, rules: OptionRules): string {
  const others = occupants(form);
  const bots = others.filter((occupant) => occupant !== PERSON);
  const people = others.length - bots.length;
  const { players: _, ...house } = houseOf(form, rules);
  const chosen = Object.entries(house).filter(([, value]) => value);
  return [
    people && say(form.company === "lobby" ? "dungeon.new.with_strangers" : "dungeon.new.with_friends", { n: people }),
    bots.length && say(people ? "dungeon.new.and_bots" : "dungeon.new.with_bots", { bots: botsText(bots) }),
    form.match && say("dungeon.new.match_n", { n: form.match }),
    ...(chosen.length ? chosen.map(([name, value]) => chosenText(name, value)) : [say("dungeon.new.plain")]),
  ]
    .filter(Boolean)
    .join(" · ");
}
