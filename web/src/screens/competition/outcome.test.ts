import { beforeAll, expect, test, vi } from "vitest";
import { competitionOf, entrantOf } from "../../core/fake_competition";
import { loadLanguage, say } from "../../core/words.svelte";
import { outcomeText } from "./outcome";

vi.hoisted(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["en"] });
});
beforeAll(() => loadLanguage("en"));

const ada = (rank: number) => entrantOf("Ada", [], { is_you: true, rank, points: 47 });
const bruno = (rank: number) => entrantOf("Bruno", [], { rank });

test("a series ends with its total", () => {
  expect(outcomeText(competitionOf({ kind: "series", entrants: [ada(1)] }))).toBe(
    say("competition.over_series", { points: 47 }),
  );
});

test("a contest ends with a winner, a tie, or nobody to beat", () => {
  expect(outcomeText(competitionOf({ entrants: [ada(1), bruno(2)] }))).toBe(say("competition.over_won"));
  expect(outcomeText(competitionOf({ entrants: [bruno(1), ada(2)] }))).toBe(
    say("competition.over_lost", { name: "Bruno" }),
  );
  expect(outcomeText(competitionOf({ entrants: [ada(1), bruno(1)] }))).toBe(
    say("competition.over_tied", { names: "Ada and Bruno" }),
  );
  expect(outcomeText(competitionOf({ entrants: [ada(1)] }))).toBe(say("competition.over"));
});
