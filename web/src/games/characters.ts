/** Characters: bots with a name, a portrait and stars for their strength. */
import { describeGame, type GameName } from "../core/games";
import { entry, listOf, say } from "../core/words.svelte";
import { allGames } from "./registry";

export const MAX_STARS = 5;

/** Return the address of a bot's portrait; an empty text for a bot without one. */
export function portraitOf(bot: string | null | undefined): string {
  if (!bot) return "";
  return allGames.find(({ portraits }) => portraits?.[bot])?.portraits?.[bot] ?? "";
}

/** Return the stars of a bot; 0 if it is no character. */
export function starsOf(game: GameName, bot: string): number {
  return describeGame(game).characters.find((character) => character.bot === bot)?.stars ?? 0;
}

/** Return the names of characters that sit together: a second one of a kind has another name. */
export function characterNames(bots: readonly string[]): string[] {
  const used = new Set<string>();
  return bots.map((bot) => {
    const name = listOf("character.name", bot).find((each) => !used.has(each)) ?? "";
    used.add(name);
    return name;
  });
}

/** Return the name of a character with its epithet; an empty text for another bot. */
export function fullName(bot: string, name = characterNames([bot])[0]): string {
  return entry("character.full", bot, { name: name ?? "" });
}

/** Return what a character is called beside its name, such as `the digger`; an empty text for another bot. */
export const epithetOf = (bot: string): string => entry("character.epithet", bot);

/** Return the mark of a bot beside its name, which a person may have too: `the digger · bot`. */
export function botMark(bot: string): string {
  const epithet = epithetOf(bot);
  return epithet ? `${epithet} · ${say("table.bot")}` : say("table.bot");
}

/** Return one line about how a character plays; an empty text for another bot. */
export const mannerOf = (bot: string): string => entry("character.manner", bot);
