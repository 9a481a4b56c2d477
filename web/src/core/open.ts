/** Open a table, sit down at one, or go on to a rematch; the key is kept here, and the table is shown. */
import { ask } from "./api";
import { player } from "./player.svelte";
import type { NewTable, Seated } from "./protocol";
import { go } from "./router.svelte";
import { seats } from "./seats.svelte";
import { settings } from "./settings.svelte";

export type Wanted = Omit<NewTable, "name">;
type Promised = { promise: string; commitment: string };

/** A table as it is wanted. The shuffle is promised before the player's words are sent, unless the deal was chosen. */
export async function openTable(wanted: Wanted): Promise<void> {
  const promised = wanted.deal || wanted.again ? null : await ask<Promised>("POST", "promises");
  const body = { ...wanted, name: settings.name, ...(promised && { promise: promised.promise }) };
  const seated = await player.ask<Seated>("POST", "tables", body);
  keep(seated, wanted.game, wanted.words, promised?.commitment);
}

/** Take a seat: by the key of an invitation, or by the name of a table in the lobby. */
export async function sitDown(
  where: { key?: string; table?: string },
  game: "tomb" | "dungeon",
  words = "",
  commitment?: string,
): Promise<void> {
  const seated = await player.ask<Seated>("POST", "seats", { ...where, name: settings.name, words });
  keep(seated, game, words, commitment);
}

export async function followRematch(key: string, game: "tomb" | "dungeon"): Promise<void> {
  keep(await ask<Seated>("POST", "seat/rematch", { key }), game);
}

/** A seat that this profile took on another device. */
export async function fetchSeat(table: string, game: "tomb" | "dungeon"): Promise<void> {
  keep(await player.ask<Seated>("POST", "profile/seat", { table }), game);
}

function keep(seated: Seated, game: "tomb" | "dungeon", words = "", promised?: string): void {
  const { table, seat, key, join, watch, commitment } = seated;
  seats.keep({ table, game, seat, key, join, watch, words, commitment: promised ?? commitment, opened: Date.now() });
  go("table", table);
}
