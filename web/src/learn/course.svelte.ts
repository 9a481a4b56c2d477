/** The way through a lesson: the learner chooses, the script goes on. */
import type { EventShown, Lesson, LessonStep } from "../core/protocol";
import type { Look } from "../table/shown";
import type { GameName } from "./pages";
import { recall, remember } from "./place";

/** Before the first step. */
const INTRO = -1;

export class Course {
  at = $state(INTRO);
  /** What the learner chose here. */
  mine = $state<string | null>(null);
  look = $state.raw<Look<object> | null>(null);
  private looks = 0;

  constructor(
    readonly game: GameName,
    readonly lesson: Lesson,
  ) {
    const mark = recall(game);
    if (mark && mark.all === this.all && mark.at < this.all) this.arrive(mark.at, false);
  }

  get all(): number {
    return this.lesson.steps.length;
  }
  get step(): LessonStep | undefined {
    return this.lesson.steps[this.at];
  }
  get isIntro(): boolean {
    return this.at === INTRO;
  }
  get isOver(): boolean {
    return this.at === this.all - 1;
  }
  /** Is it the learner's choice, and not made yet? */
  get isOpen(): boolean {
    return this.step?.seat === 0 && this.mine === null;
  }
  /** Does somebody else move next? */
  get isOthers(): boolean {
    return !this.isIntro && !this.isOver && this.step?.seat !== 0;
  }
  get legal(): string[] {
    return (this.step?.view as { legal?: string[] } | undefined)?.legal ?? [];
  }
  get moves(): string[] {
    return this.isOpen ? this.legal : [];
  }
  /** Where the learner decided last before this: what happened since is told together. */
  private get since(): number {
    const before = this.lesson.steps.slice(0, Math.max(this.at, 0)).findLastIndex((step) => step.seat === 0);
    return before + 1;
  }
  get story(): string[] {
    return this.lesson.steps.slice(this.since, this.at + 1).flatMap((step) => step.story);
  }
  get rules(): string[] {
    return this.lesson.steps.slice(this.since, this.at + 1).flatMap((step) => step.rules);
  }

  choose(move: string): void {
    if (this.isOpen) this.mine = move;
  }
  next(): void {
    if (!this.isOver) this.arrive(this.at + 1, true);
  }
  /** To the learner's decision before this one. */
  back(): void {
    if (this.mine !== null && !this.isIntro) this.arrive(this.at, false);
    else
      this.arrive(
        this.lesson.steps.slice(0, Math.max(this.at, 0)).findLastIndex((step) => step.seat === 0),
        false,
      );
  }
  restart(): void {
    this.arrive(INTRO, false);
  }

  /** Only what is new is shown as happening; on the way back the table just stands there. */
  private arrive(at: number, anew: boolean): void {
    this.at = at;
    this.mine = null;
    remember(this.game, { at, all: this.all });
    const step = this.step;
    this.look = step
      ? {
          number: ++this.looks,
          view: step.view,
          events: anew ? (step.events as EventShown[]) : [],
          story: anew ? step.story : [],
        }
      : null;
  }
}
