import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Lesson, LessonStep } from "../../core/protocol";
import { viewOf } from "../../games/tomb/recorded_views";
import { Course } from "./course.svelte";
import { clearProgress, loadProgress } from "./progress";

const OTHER_SEAT = 1;

function step(seat: number | null, story: string, rules: string[] = []): LessonStep {
  const isOwn = seat === 0;
  return {
    view: viewOf(isOwn ? "struck" : "entrance"),
    events: [{ event: "delved" }],
    story: [story],
    rules,
    seat,
    move: isOwn ? "dodge" : null,
    before: null,
    why: null,
  };
}

const LESSON: Lesson = {
  game: "tomb",
  intro: "",
  outro: "",
  steps: [
    step(0, "one"),
    step(OTHER_SEAT, "two", ["§2"]),
    step(OTHER_SEAT, "three"),
    step(0, "four"),
    step(null, "five"),
  ],
  result: { ending: "escaped", kings: 4, points: 68, gold: 6800, won: true },
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

/** A lesson after its introduction and a number of steps. */
function courseAt(at: number): Course {
  const course = new Course("tomb", LESSON);
  for (let number = -1; number < at; number++) course.next();
  return course;
}

describe("a decision", () => {
  test("offers the legal moves until the learner chooses one", () => {
    const course = courseAt(0);
    expect(course.moves.map(({ text }) => text)).toEqual(["dodge", "suffer"]);
    course.choose("suffer");
    expect(course.moves).toEqual([]);
  });

  test("highlights the move of the lesson only once the learner has chosen", () => {
    const course = courseAt(0);
    expect(course.hint).toBeNull();
    course.choose("suffer");
    expect(course.hint).toMatchObject({ text: "dodge", card: "JH" });
  });

  test("can be chosen once, and taken back", () => {
    const course = courseAt(0);
    course.choose("suffer");
    course.choose("dodge");
    expect(course.chosen).toBe("suffer");
    course.back();
    expect([course.at, course.chosen]).toEqual([0, null]);
  });

  test("isn't the learner's while an opponent moves", () => {
    const course = courseAt(1);
    expect(course.isOpponentsTurn).toBe(true);
    course.choose("dodge");
    expect(course.chosen).toBeNull();
  });
});

describe("the steps", () => {
  test("begin with an introduction and end with the last one", () => {
    const course = courseAt(-1);
    expect([course.isIntro, course.update]).toEqual([true, null]);
    for (let number = 0; number < 9; number++) course.next();
    expect([course.at, course.isOver]).toEqual([4, true]);
  });

  test("tell everything since the learner's last decision", () => {
    const course = courseAt(3);
    expect(course.story).toEqual(["two", "three", "four"]);
    expect(course.rules).toEqual(["§2"]);
  });

  test("go back to the learner's last decision, over the opponents' moves", () => {
    const course = courseAt(3);
    course.back();
    expect(course.at).toBe(0);
  });

  test("are animated on the way forward only", () => {
    const course = courseAt(3);
    expect(course.update?.events).toHaveLength(1);
    course.back();
    expect([course.update?.events, course.update?.story]).toEqual([[], []]);
  });

  test("have updates with different numbers", () => {
    const course = courseAt(1);
    const first = course.update?.number;
    course.next();
    expect(course.update?.number).not.toBe(first);
  });
});

describe("the progress", () => {
  test("is kept on this device", () => {
    courseAt(3);
    expect(loadProgress("tomb")).toEqual({ at: 3, all: 5 });
    expect(new Course("tomb", LESSON).at).toBe(3);
    clearProgress("tomb");
    expect(new Course("tomb", LESSON).isIntro).toBe(true);
  });

  test("is forgotten when the lesson has changed its length", () => {
    courseAt(3);
    expect(new Course("tomb", { ...LESSON, steps: LESSON.steps.slice(0, 4) }).isIntro).toBe(true);
  });

  test.each(["{", "7", '{"at": "x", "all": 5}'])("is none if something else is stored: %s", (stored) => {
    localStorage.setItem("underdeck.lesson.tomb", stored);
    expect(loadProgress("tomb")).toBeNull();
  });
});
