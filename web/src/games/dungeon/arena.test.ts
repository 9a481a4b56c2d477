import { beforeAll, describe, expect, test } from "vitest";
import { fakeBrowser } from "../../core/fake_browser";
import type { DungeonShown } from "../../core/protocol";
import { VIEWS } from "./recorded_views";

fakeBrowser();
const { loadLanguage } = await import("../../core/words.svelte");
const { arenaText } = await import("./arena");

const { turn, attacked, fighting } = VIEWS;
const NAMES = ["Ana", "Luis", "Eva"];
const seenBy = (view: DungeonShown, seat: number | null) => arenaText({ ...view, seat }, NAMES);

beforeAll(() => loadLanguage("en"));

test("without an attack or an ability there is no text", () => {
  expect(arenaText(turn, NAMES)).toBe("");
});

describe("an attack", () => {
  test("says `you` to the players in it, and the number it needs", () => {
    expect(seenBy(attacked, 1)).toBe("Ana attacks you: 11 needed");
    expect(seenBy(attacked, 0)).toBe("You attack Luis: 11 needed");
    expect(seenBy(attacked, 2)).toBe("Ana attacks Luis: 11 needed");
    expect(seenBy(attacked, null)).toBe("Ana attacks Luis: 11 needed");
  });

  test("says how far the fight is", () => {
    expect(seenBy(fighting, 1)).toBe("Eva attacks you: 7 of 13");
    const fight = fighting.fight && { ...fighting.fight, is_won: true };
    expect(seenBy({ ...fighting, fight }, 1)).toBe("Eva attacks you: the 2 beats it");
  });
});

test("an ability names its player and creature, and the counters once there are some", () => {
  const called: DungeonShown = { ...turn, ability: 11, current: 0, laid: [] };
  expect(seenBy(called, 1)).toBe("Ana uses the Graverobber.");
  expect(seenBy(called, 0)).toBe("You use the Graverobber.");
  expect(seenBy({ ...called, laid: ["JS"] }, 1)).toBe("Ana uses the Graverobber. 1 counter so far");
  expect(seenBy({ ...called, current: null }, null)).not.toMatch(/^You/);
});
