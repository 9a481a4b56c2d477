/** The filters of the history and of the statistics, kept while the page is open. */
import { type HistoryFilter, NO_FILTER } from "./filter";

export class FilterState {
  #current = $state.raw<HistoryFilter>(NO_FILTER);

  get current(): HistoryFilter {
    return this.#current;
  }

  /** Change some fields. House rules and opponents are those of a game, so another game resets them. */
  change(fields: Partial<HistoryFilter>): void {
    const isOther = fields.game !== undefined && fields.game !== this.#current.game;
    this.#current = { ...this.#current, ...(isOther && { house: null, opponent: "" }), ...fields };
  }

  /** Show all games again, of the same game. */
  reset(): void {
    this.#current = { ...NO_FILTER, game: this.#current.game };
  }
}

export const historyFilter = new FilterState();
export const statsFilter = new FilterState();
