/** The progress through a lesson: the learner chooses a move, then the script continues. */

import type { GameName } from "../../core/games";
import type { Lesson, LessonStep, MoveShown } from "../../core/protocol";
import type { GameView, Update } from "../../games/props";
import { loadProgress, saveProgress } from "./progress";

/** Before the first step. */
const INTRO = -1;

export class Course {
  at = $state(INTRO);
  /** The move that the learner chose at this step. */
  chosen = $state<string | null>(null);
  update = $state.raw<Update<GameView> | null>(null);
  private updateCount = 0;

  constructor(
    readonly game: GameName,
    readonly lesson: Lesson,
  ) {
    const progress = loadProgress(game);
    if (progress && progress.all === this.length && progress.at < this.length) this.goTo(progress.at, false);
  }

  get length(): number {
    return this.lesson.steps.length;
  }
  get step(): LessonStep | undefined {
    return this.lesson.steps[this.at];
  }
  get isIntro(): boolean {
    return this.at === INTRO;
  }
  get isOver(): boolean {
    return this.at === this.length - 1;
  }
  /** Whether the learner has to choose a move now. */
  get isLearnersTurn(): boolean {
    return this.step?.seat === 0 && this.chosen === null;
  }
  /** Whether an opponent moves next. */
  get isOpponentsTurn(): boolean {
    return !this.isIntro && !this.isOver && this.step?.seat !== 0;
  }
  get legal(): MoveShown[] {
    return this.step?.view.legal ?? [];
  }
  get moves(): MoveShown[] {
    return this.isLearnersTurn ? this.legal : [];
  }
  /** The move of the lesson, once the learner has chosen one. */
  get hint(): MoveShown | null {
    return this.chosen === null ? null : this.findMove(this.step?.move ?? null);
  }
  findMove(text: string | null): MoveShown | null {
    return this.legal.find((move) => move.text === text) ?? null;
  }
  /** The learner's previous decision; -1 if there is none. */
  private get previousDecision(): number {
    return this.lesson.steps.slice(0, Math.max(this.at, 0)).findLastIndex((step) => step.seat === 0);
  }
  /** The steps since the learner's previous decision, whose stories are shown together. */
  private get recentSteps(): LessonStep[] {
    return this.lesson.steps.slice(this.previousDecision + 1, this.at + 1);
  }
  get story(): string[] {
    return this.recentSteps.flatMap((step) => step.story);
  }
  get rules(): string[] {
    return this.recentSteps.flatMap((step) => step.rules);
  }

  choose(move: string): void {
    if (this.isLearnersTurn) this.chosen = move;
  }
  next(): void {
    if (!this.isOver) this.goTo(this.at + 1, true);
  }
  /** Go back to the learner's previous decision, or undo the choice made at this one. */
  back(): void {
    const isUndo = this.chosen !== null && !this.isIntro;
    this.goTo(isUndo ? this.at : this.previousDecision, false);
  }
  restart(): void {
    this.goTo(INTRO, false);
  }

  /** Go to a step; animate its events only on the way forward. */
  private goTo(at: number, isAnimated: boolean): void {
    this.at = at;
    this.chosen = null;
    saveProgress(this.game, { at, all: this.length });
    const step = this.step;
    this.update = step
      ? {
          number: ++this.updateCount,
          view: step.view,
          events: isAnimated ? step.events : [],
          story: isAnimated ? step.story : [],
        }
      : null;
  }
}
