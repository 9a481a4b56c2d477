/** Advice at a live table: asked for once for each update, and kept until the next one. */
import { type Refusal, request } from "../core/api";
import type { AdviceRequest, AdviceShown } from "../core/protocol";

/** The key that lights the lantern and puts it out. */
export const LANTERN_KEY = "l";
/** The pause before a quick answer is asked for again, and how often that is done at most. */
export const REFINE_MS = 2000;
const MAX_REFINEMENTS = 60;
/** Refusals that a new update of the table resolves. */
const SILENT_REFUSALS = new Set(["stale", "game_over", "advice_later"]);

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
  /** The update that advice was refused for. */
  private refused: object | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private key: string) {}

  /** Return the advice about an update; null if there is none yet. */
  adviceFor(update: object | null): AdviceShown | null {
    return update !== null && this.answered?.update === update ? this.advice : null;
  }

  /** The update that the last advice is about. */
  get about(): object | null {
    return this.answered?.update ?? null;
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
      const advice = await this.request(question, version);
      if (this.asked === question) this.take(advice, question, MAX_REFINEMENTS);
    } catch (error) {
      if (this.asked !== question) return;
      this.asked = null;
      const { code, message } = error as Refusal;
      if (!SILENT_REFUSALS.has(code)) [this.refusal, this.refused] = [message, question.update];
    }
  }

  private request({ goal }: Question, version: number): Promise<AdviceShown> {
    return request("POST /api/seat/advice", { key: this.key, body: { version, goal, confirm: true } });
  }

  /** Show an answer. A quick one stays until the server has played games out. */
  private take(advice: AdviceShown, question: Question, attempts: number): void {
    [this.advice, this.answered] = [advice, question];
    this.stop();
    if (advice.refining && attempts > 0) this.timer = setTimeout(() => this.refine(question, attempts - 1), REFINE_MS);
  }

  private async refine(question: Question, attempts: number): Promise<void> {
    if (this.asked !== question || !this.advice) return;
    const before = this.advice;
    const advice = await this.request(question, before.version).catch(() => before);
    if (this.asked === question) this.take(advice, question, attempts);
  }

  /** Stop asking about an earlier update than this one, which the server would refuse, and forget its refusal. */
  follow(update: object | null): void {
    if (this.asked?.update !== update) this.stop();
    if (this.refusal && update !== null && update !== this.refused) this.retry();
  }

  /** Stop asking for a more exact answer. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** Ask again after a refusal. */
  retry(): void {
    this.refusal = "";
  }
}
