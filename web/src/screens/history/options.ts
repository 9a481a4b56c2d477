/** The months, house rules and opponents that a filter offers: those that this profile has games with. */
import { request } from "../../core/api";
import type { GameName } from "../../core/games";
import { patiently } from "../../core/patience";
import type { OpponentCount, OpponentShown, StatisticsShown } from "../../core/protocol";
import { entry, say } from "../../core/words.svelte";
import { fullName } from "../../games/characters";

export type FilterOptions = Pick<StatisticsShown, "months" | "houses" | "opponents">;

export const NO_OPTIONS: FilterOptions = { months: [], houses: [], opponents: [] };

/** Return the options for all games of the page, or for one of them. */
export async function loadOptions(key: string, games: readonly GameName[]): Promise<FilterOptions> {
  const found = await Promise.all(
    games.map((game) => patiently(() => request("POST /api/profile/statistics", { key, body: { game } }))),
  );
  const [only = NO_OPTIONS] = found;
  return found.length === 1 ? only : { ...NO_OPTIONS, months: found.flatMap(({ months }) => months) };
}

const BOT_PREFIX = "bot:";

/** Return the name of an opponent: of a person, or of a kind of bot. */
export function opponentName({ player, name }: Pick<OpponentCount | OpponentShown, "player" | "name">): string {
  if (!player.startsWith(BOT_PREFIX)) return name || say("history.nameless");
  const bot = player.slice(BOT_PREFIX.length);
  return fullName(bot) || entry("history", `bot_${bot}`) || say("history.other_bot", { bot });
}
