/** The last choices for a new Dungeon table, kept on this device. */
import type { GameShown } from "../../core/protocol";
import { CLOCKS, COMPANIES, type Form, MATCHES, newForm, PERSON, WINDOWS_S } from "./form";
import { offeredOptions } from "./options";

const KEY = "underdeck.dungeon.new";

/** Return the form as it was last sent, without what this server doesn't offer; otherwise a new one. */
export function rememberedForm(game: GameShown): Form {
  try {
    return adapt(JSON.parse(localStorage.getItem(KEY) ?? "{}"), game);
  } catch {
    return newForm();
  }
}

/** Store the choices of a form; the words for the shuffle are for one table only. */
export function rememberForm(form: Form): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...form, words: "" }));
  } catch {
    // without storage the next form is a new one
  }
}

function adapt(stored: Partial<Form>, game: GameShown): Form {
  const usual = newForm();
  const among = <T>(values: readonly T[], value: T | undefined, otherwise: T): T =>
    value !== undefined && values.includes(value) ? value : otherwise;
  const chosen = (list: unknown, occupants: string[]) =>
    Array.isArray(list) ? list.filter((occupant) => occupants.includes(occupant)) : [];
  return {
    ...usual,
    company: among(COMPANIES, stored.company, usual.company),
    players: among(game.players, stored.players, usual.players),
    opponents: chosen(stored.opponents, game.bots),
    // Without opponents the form is an older one, whose seats may be those of a game against bots.
    seats: stored.opponents ? chosen(stored.seats, [PERSON, ...game.bots]) : [],
    house: offeredOptions(game, stored.house ?? {}),
    clock: among([...CLOCKS.keys()], stored.clock, usual.clock),
    onTimeout: among(["bot", "lose"], stored.onTimeout, usual.onTimeout),
    window: among(WINDOWS_S, stored.window, usual.window),
    match: among(MATCHES, stored.match, usual.match),
  };
}
