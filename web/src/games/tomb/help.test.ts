import { beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES, loadLanguage } from "../../core/words.svelte";
import { helpOf } from "./help";
import { describeMove } from "./moves";
import { type Situation, viewOf } from "./recorded_views";
import recorded from "./recorded_views.json";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return loadLanguage("en");
});

function helpAt(situation: Situation, card: string) {
  const view = viewOf(situation);
  return helpOf(
    card,
    view,
    view.legal.map((move) => describeMove(move, view)),
  );
}

test("an encounter says what beats it", () => {
  const { encounter } = viewOf("monster");
  expect(helpAt("monster", encounter ?? "").lines[0]).toContain("slays it");
});

test("a card of the hand says what it does now", () => {
  expect(helpAt("struck", "JH")).toEqual({
    title: "Dodge Blow (Skill)",
    lines: ["Cancels one blow, however hard.", "Now: Dodge the blow (Dodge Blow cancels all of it)."],
  });
  expect(helpAt("on_the_way_back", "JH").lines.at(-1)).toBe("There is no use for it right now.");
});

test("treasure says what it is worth, and which monsters it distracts", () => {
  const [worth, drop] = helpAt("many_drops", "3D").lines;
  expect(worth).toContain("worth 3 points");
  expect(drop).toContain("a monster of 3 or less");
});

test("§3.2 a number beside the encounter counts as an action card", () => {
  const view = viewOf("struck");
  const action = view.column.find((card) => card !== view.encounter) ?? "";
  expect(helpOf(action, view, []).lines[0]).toContain("only its number counts");
});

test.each(LANGUAGES)("every card that lies face up has an explanation: %s", async (language) => {
  await loadLanguage(language);
  for (const situation of Object.keys(recorded) as Situation[]) {
    const { hand, column, torches, spent } = viewOf(situation);
    for (const card of [...hand, ...column, ...torches, ...spent]) {
      const { title, lines } = helpAt(situation, card);
      expect(lines.length, `${situation} ${card}`).toBeGreaterThan(0);
      expect([title, ...lines].join(" "), `${situation} ${card}`).not.toMatch(/tomb\.|[{}]|undefined/);
      expect(lines, `${situation} ${card}`).not.toContain("");
    }
  }
  await loadLanguage("en");
});
