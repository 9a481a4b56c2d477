/** The finished games of the profile, loaded page by page. */
import { request } from "../../core/api";
import { isGame } from "../../core/games";
import { patiently } from "../../core/patience";
import type { GameListed } from "../../core/protocol";
import { type HistoryFilter, requestFields } from "./filter";

const PAGE_LENGTH = 20;

export class HistoryList {
  /** Newest first; games that this page doesn't know are left out. */
  games = $state.raw<GameListed[]>([]);
  /** The number of games that pass the filter, loaded or not. */
  total = $state(0);
  isLoading = $state(false);
  #next = $state<string | null>(null);
  /** The number of the last request: an answer to an earlier one is ignored. */
  #current = 0;
  #load: ((before: string | null) => Promise<void>) | null = null;

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Load the first page of a profile's games; throw a refusal if the server refuses. */
  async load(key: string, filter: HistoryFilter): Promise<void> {
    const { game } = filter;
    this.#load = async (before) => {
      const number = ++this.#current;
      this.isLoading = true;
      try {
        const body = { ...requestFields(filter), ...(game && { game }), ...(before && { before }), limit: PAGE_LENGTH };
        const page = await patiently(() => request("POST /api/profile/history", { key, body }));
        if (number !== this.#current) return;
        const known = page.games.filter((each) => isGame(each.game));
        this.games = before ? [...this.games, ...known] : known;
        this.total = page.total;
        this.#next = page.next;
      } finally {
        if (number === this.#current) this.isLoading = false;
      }
    };
    await this.#load(null);
  }

  /** Load the next page. */
  async more(): Promise<void> {
    if (this.#next !== null && !this.isLoading) await this.#load?.(this.#next);
  }

  clear(): void {
    this.#current++;
    this.#next = null;
    this.games = [];
    this.total = 0;
    this.isLoading = false;
  }
}
