import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { StatisticsShown } from "../../core/protocol";

let figures: typeof import("./figures");
beforeEach(async () => {
  fakeBrowser();
  figures = await import("./figures");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const counts = (values: Record<string, number>) => Object.entries(values).map(([value, count]) => ({ value, count }));
const shown = (fields: Partial<StatisticsShown>): StatisticsShown => ({
  game: "tomb",
  games: 10,
  assisted: 0,
  rates: {},
  means: {},
  distributions: {},
  recent: [],
  houses: [],
  months: [],
  opponents: [],
  best: null,
  best_series: [],
  challenges: [],
  rating: null,
  ...fields,
});
const RATE = { n: 10, share: 0.4, low: 0.17, high: 0.69 };
const MEAN = { mean: 21.25, low: 15, high: 27.5, median: 20 };

test("a share says how many games it is of, and where the true one probably lies", () => {
  const [figure] = figures.figuresOf(shown({ rates: { escaped: RATE } }), ["escaped"]);
  expect(figure).toMatchObject({
    label: "Escaped",
    text: "40%",
    detail: "4 of 10 games",
    likely: "Your true rate is probably between 17% and 69%.",
    value: 0.4,
    low: 0.17,
    high: 0.69,
  });
});

test("a mean is placed on a scale up to the highest value", () => {
  const distributions = { points: counts({ "0": 1, "50": 1 }) };
  const [figure] = figures.figuresOf(shown({ means: { points: MEAN }, distributions }), ["points"]);
  expect(figure).toMatchObject({ text: "21.3", detail: "median 20", value: 0.425, low: 0.3, high: 0.55 });
});

test("figures come in the given order, and only those that there are", () => {
  const found = figures.figuresOf(shown({ rates: { won: RATE }, means: { points: MEAN } }), ["points", "depth", "won"]);
  expect(found.map(({ kind }) => kind)).toEqual(["points", "won"]);
});

test("numbers are columns with their mean, named values are rows", () => {
  const distributions = { depth: counts({ "3": 2, "5": 4 }), cause: counts({ monster: 3, trap: 0, dark: 1 }) };
  const [depth, cause] = figures.chartsOf(shown({ distributions, means: { depth: MEAN } }));
  expect(depth).toMatchObject({
    type: "columns",
    title: "Turning point (turn)",
    summary: "Average 21.3, median 20.",
    whole: 6,
  });
  expect(depth?.bars.map(({ text, count }) => [text, count])).toEqual([
    ["0", 0],
    ["1", 0],
    ["2", 0],
    ["3", 2],
    ["4", 0],
    ["5", 4],
  ]);
  expect(cause).toMatchObject({ type: "rows", title: "Cause of death", whole: 4 });
  expect(cause?.bars.map(({ text }) => text)).toEqual(["A monster", "The dark"]);
});

test("numbers without a mean say which one is most frequent", () => {
  const [chart] = figures.chartsOf(shown({ distributions: { delved: counts({ "3": 2, "5": 4 }) } }));
  expect(chart?.summary).toBe("Most often 5: 4 of 6.");
});

test("shares and empty counts are no charts", () => {
  const distributions = { escaped: counts({ "0": 1, "1": 1 }), cause: counts({ monster: 0 }), drops: [] };
  expect(figures.chartsOf(shown({ distributions, rates: { escaped: RATE } }))).toEqual([]);
});

test("what never happened is only named", () => {
  const distributions = {
    drops: counts({ "0": 12 }),
    favors: counts({ "0": 5, "1": 0 }),
    skills: counts({ "0": 3, "2": 1 }),
  };
  expect(figures.neverOf(shown({ distributions }))).toEqual(["treasures dropped", "encounters won by divine favor"]);
  expect(figures.chartsOf(shown({ distributions })).map(({ kind }) => kind)).toEqual(["skills"]);
});

test("wins by a value are a part of the games with that value", () => {
  const distributions = { seat: counts({ "0": 6, "1": 4 }), won_seat: counts({ "0": 3 }) };
  const charts = figures.chartsOf(shown({ distributions }));
  expect(charts.map(({ kind, type }) => [kind, type])).toEqual([["seat", "rows"]]);
  expect(charts[0]?.bars.map(({ text, count, won }) => [text, count, won])).toEqual([
    ["First seat", 6, 3],
    ["Second seat", 4, 0],
  ]);
});
