/** The chronicles of the profile, loaded in parts. */
import { request } from "../../core/api";
import { type GameName, isGame } from "../../core/games";
import { patiently } from "../../core/patience";
import type { JournalEntry, JournalRequest } from "../../core/protocol";

export interface Choice {
  game: GameName | "";
  length: NonNullable<JournalRequest["length"]>;
}

export class Journal {
  /** The name of the profile. */
  name = $state("");
  /** Newest first; games that this page doesn't know are left out. */
  entries = $state.raw<JournalEntry[]>([]);
  total = $state(0);
  isLoading = $state(false);
  /** Whether all chronicles were loaded. */
  isComplete = $state(false);
  /** The number of the last run: what an earlier one still receives is ignored. */
  #run = 0;

  /** Load all chronicles of a choice; throw a refusal if the server refuses. */
  async load(key: string, { game, length }: Choice): Promise<void> {
    const run = ++this.#run;
    this.entries = [];
    this.total = 0;
    this.isComplete = false;
    this.isLoading = true;
    let before: string | null = null;
    try {
      do {
        const body: JournalRequest = { length, ...(game && { game }), ...(before && { before }) };
        const part = await patiently(() => request("POST /api/profile/journal", { key, body }));
        if (run !== this.#run) return;
        this.name = part.name;
        this.entries = [...this.entries, ...part.entries.filter(({ listed }) => isGame(listed.game))];
        this.total = part.total;
        before = part.next;
      } while (before !== null);
      this.isComplete = true;
    } finally {
      if (run === this.#run) this.isLoading = false;
    }
  }

  /** Stop loading and keep what is there. */
  stop(): void {
    this.isLoading = false;
    this.#run++;
  }
}
