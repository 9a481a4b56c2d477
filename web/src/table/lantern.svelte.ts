/** Advice at a live table: asked for once for each update, and kept until the next one. */
import { type Refusal, request } from "../core/api";
import type { AdviceRequest, AdviceShown } from "../core/protocol";

/** The key that lights the lantern and puts it out. */
export const LANTERN_KEY = "l";
/** Refusals that a new update of the table resolves. */
const SILENT_REFUSALS = new Set(["stale", "game_over"]);

export type Goal = NonNullable<AdviceRequest["goal"]>;

/** What was asked: an update of the table, and a goal. */
interface Question {
  update: object;
  goal: Goal;
}

export class Lantern {
  /** The goal that the player chose; empty for the game's first. */
  goal = $state<Goal>("");
  /** The last advice, which may be about an earlier update. */
  advice = $state.raw<AdviceShown | null>(null);
  refusal = $state("");
  private answered = $state.raw<Question | null>(null);
  private asked: Question | null = null;

  constructor(private key: string) {}

  /** Return the advice about an update; null if there is none yet. */
  adviceFor(update: object | null): AdviceShown | null {
    return update !== null && this.answered?.update === update ? this.advice : null;
  }

  isWaiting(update: object | null): boolean {
    return !this.refusal && (this.answered?.update !== update || this.answered?.goal !== this.goal);
  }

  /** Ask about an update, once. The player knows that the game is marked as assisted. */
  async ask(update: object, version: number): Promise<void> {
    const question = { update, goal: this.goal };
    if (this.asked?.update === update && this.asked.goal === question.goal) return;
    this.asked = question;
    this.refusal = "";
    try {
      const body = { version, goal: question.goal, confirm: true };
      const advice = await request("POST /api/seat/advice", { key: this.key, body });
      if (this.asked === question) [this.advice, this.answered] = [advice, question];
    } catch (error) {
      if (this.asked !== question) return;
      this.asked = null;
      const { code, message } = error as Refusal;
      if (!SILENT_REFUSALS.has(code)) this.refusal = message;
    }
  }

  /** Ask again after a refusal. */
  retry(): void {
    this.refusal = "";
  }
}
