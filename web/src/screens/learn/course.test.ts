import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { Lesson, LessonStep } from "../../core/protocol";
import { Course } from "./course.svelte";
import { loadProgress, saveProgress } from "./progress";

function stepOf(number: number, seat: number | null): LessonStep {
  const legal = [`move ${number}`, "pass"].map((text) => ({ text, verb: "play", label: "play" }));
  return {
    view: { legal } as LessonStep["view"],
    events: [{ event: `event ${number}` }],
    story: [`story ${number}`],
    rules: [`${number}.1`],
    seat,
    move: seat === null ? null : `move ${number}`,
    before: null,
    why: null,
  };
}
/** The learner decides at the steps 0, 2 and 3; an opponent moves at step 1; step 4 is the end. */
const LESSON: Lesson = {
  game: "tomb",
  intro: "Welcome.",
  outro: "Well done.",
  steps: [0, 1, 0, 0, null].map((seat, number) => stepOf(number, seat)),
  result: {} as Lesson["result"],
};

let course: Course;
beforeEach(() => {
  fakeBrowser();
  course = new Course("tomb", LESSON);
});
const goTo = (at: number) => {
  while (course.at < at) course.next();
};

test("a lesson begins with its introduction, where nothing is to be done", () => {
  expect([course.isIntro, course.step, course.update, course.moves]).toEqual([true, undefined, null, []]);
  expect([course.isLearnersTurn, course.isOpponentsTurn]).toEqual([false, false]);
});

test("the learner chooses a move once, and then sees the move of the lesson", () => {
  goTo(0);
  expect([course.isLearnersTurn, course.moves.length, course.hint]).toEqual([true, 2, null]);
  course.choose("pass");
  course.choose("move 0");
  expect(course.chosen).toBe("pass");
  expect([course.moves, course.hint?.text]).toEqual([[], "move 0"]);
});

test("nothing can be chosen while an opponent moves", () => {
  goTo(1);
  course.choose("move 1");
  expect([course.chosen, course.isOpponentsTurn, course.moves]).toEqual([null, true, []]);
});

test("the next step is animated, and has a number of its own", () => {
  goTo(0);
  const first = course.update?.number ?? 0;
  goTo(1);
  expect(course.update).toMatchObject({ events: [{ event: "event 1" }], story: ["story 1"] });
  expect(course.update?.number).toBeGreaterThan(first);
});

test("stories and rules since the learner's previous decision are shown together", () => {
  goTo(2);
  expect(course.story).toEqual(["story 1", "story 2"]);
  expect(course.rules).toEqual(["1.1", "2.1"]);
  goTo(3);
  expect(course.story).toEqual(["story 3"]);
});

test("going back undoes a choice first, then leads to the previous decision, without animation", () => {
  goTo(2);
  course.choose("pass");
  course.back();
  expect([course.at, course.chosen]).toEqual([2, null]);
  course.back();
  expect(course.at).toBe(0);
  expect(course.update).toMatchObject({ events: [], story: [] });
  course.back();
  expect(course.isIntro).toBe(true);
});

test("the lesson ends with its last step", () => {
  goTo(4);
  expect([course.isOver, course.isOpponentsTurn]).toEqual([true, false]);
  course.next();
  expect(course.at).toBe(4);
  course.restart();
  expect(course.isIntro).toBe(true);
});

test("the progress is stored, and the lesson is resumed there", () => {
  goTo(2);
  expect(loadProgress("tomb")).toEqual({ at: 2, all: 5 });
  const resumed = new Course("tomb", LESSON);
  expect(resumed.at).toBe(2);
  expect(resumed.update?.events).toEqual([]);
});

test.each([
  { at: 2, all: 4 },
  { at: 5, all: 5 },
])("progress that doesn't fit the lesson is ignored: %o", (progress) => {
  saveProgress("tomb", progress);
  expect(new Course("tomb", LESSON).isIntro).toBe(true);
});
