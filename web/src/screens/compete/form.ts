/** The form for a new competition, and the request made from it. */
import { readAmount } from "../../core/amount";
import type { Kind } from "../../core/competition";
import type { GameOptions } from "../../core/format";
import type { GameName } from "../../core/games";
import type { NewCompetition } from "../../core/protocol";

export const KINDS: readonly Kind[] = ["series", "contest", "wager"];
/** The numbers of games that a competition of each kind can have. */
const LENGTHS: Record<Kind, readonly number[]> = { series: [3, 5, 10], contest: [3, 5, 10], wager: [1, 3, 5, 10] };

export interface Form {
  kind: Kind;
  game: GameName;
  games: number;
  house: GameOptions;
  /** The stake as it was typed. */
  stake: string;
  currency: string;
  sameDeals: boolean;
}

export function newForm(game: GameName, currency: string, kind: Kind = "series"): Form {
  return { kind, game, games: 3, house: {}, stake: "1", currency, sameDeals: false };
}

export const lengthsOf = (kind: Kind): readonly number[] => LENGTHS[kind];

/** Choose a kind; a number of games that it can't have becomes the usual one. */
export function withKind(form: Form, kind: Kind): Form {
  return { ...form, kind, games: LENGTHS[kind].includes(form.games) ? form.games : 3 };
}

/** The first field with a wrong value; null if the form can be sent. */
export function wrongField({ kind, stake, currency }: Form): "stake" | "currency" | null {
  if (kind !== "wager") return null;
  if (readAmount(stake) === null) return "stake";
  return currency.trim() ? null : "currency";
}

/** Return the request for a form without wrong fields. */
export function competitionRequest(form: Form, name: string): NewCompetition {
  const { kind, game, games, house } = form;
  const request: NewCompetition = { kind, name, game, games, house };
  if (kind !== "wager") return request;
  const stake = readAmount(form.stake) ?? 1;
  return { ...request, stake, currency: form.currency.trim(), same_deals: form.sameDeals };
}
