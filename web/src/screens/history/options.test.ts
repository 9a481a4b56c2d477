import { beforeEach, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import { fakeServer } from "../../core/fake_server";

let options: typeof import("./options");
beforeEach(async () => {
  fakeBrowser();
  options = await import("./options");
  await (await import("../../core/words.svelte")).loadLanguage("en");
});

const found = (months: string[]) => ({ months, houses: [{ key: "", house: {}, games: 1 }], opponents: [] });
const ROUTE = "POST /api/profile/statistics";

test("one game offers its months, house rules and opponents", async () => {
  const sent = fakeServer({ [ROUTE]: [found(["2026-11"])] });
  expect(await options.loadOptions("k", ["tomb"])).toEqual(found(["2026-11"]));
  expect(sent).toMatchObject([{ key: "k", body: { game: "tomb" } }]);
});

test("all games together offer only months", async () => {
  fakeServer({ [ROUTE]: [found(["2026-10"]), found(["2026-11"])] });
  const { months, houses } = await options.loadOptions("k", ["tomb", "dungeon"]);
  expect([months.sort(), houses]).toEqual([["2026-10", "2026-11"], []]);
});

test.each([
  [{ player: "p1", name: "Bo" }, "Bo"],
  [{ player: "", name: "" }, "someone"],
  [{ player: "bot:careful", name: "Otto" }, "careful bot"],
  [{ player: "bot:brute", name: "brute" }, "Bruno the Brute"],
  [{ player: "bot:brilliant", name: "Otto" }, "bot (brilliant)"],
])("the opponent %j has a name", (opponent, name) => {
  expect(options.opponentName(opponent)).toBe(name);
});
