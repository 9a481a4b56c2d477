/** Data for the components of the style page: views from real games, and the tables around them. */
import type { TableSnapshot } from "../src/core/live.svelte";
import type { DungeonResult, DungeonShown, SeatShown, TombResult, TombShown } from "../src/core/protocol";
import type { Seat } from "../src/core/seats.svelte";
import { VIEWS } from "../src/games/dungeon/recorded_views";
import type { FinalSnapshot, GameView, Update } from "../src/games/props";
import { type Situation, viewOf } from "../src/games/tomb/recorded_views";

export const NAMES = ["Ada", "Casimir", "Odile"];
export const STORY = [
  "A rattling skeleton stands in the way.",
  "The 9 of clubs is drawn: the skeleton falls apart.",
  "Two turns down, and the torch still burns.",
];

const TOMB_SITUATIONS: Situation[] = ["entrance", "monster", "struck", "on_the_way_back"];
const DUNGEON_SITUATIONS: (keyof typeof VIEWS)[] = ["turn", "fighting", "robbing", "window"];

function update<View>(number: number, view: View): Update<View> {
  return { number, view, events: [], story: STORY };
}

export const tombTables = TOMB_SITUATIONS.map((situation, index) => ({
  situation,
  update: update<GameView>(index, viewOf(situation)),
}));
export const dungeonTables = DUNGEON_SITUATIONS.map((situation, index) => ({
  situation,
  update: update<GameView>(index, VIEWS[situation]),
}));

const seatShown = (name: string, bot: string | null): SeatShown => ({
  name,
  bot,
  wants_rematch: false,
  reserve: null,
  deadline: null,
});

export const seat: Seat = { table: "style", game: "dungeon", seat: 0, key: "", join: "a".repeat(32), opened: 0 };

const SNAPSHOT: Omit<TableSnapshot, "view" | "result"> = {
  type: "table",
  table: "style",
  game: "dungeon",
  version: 1,
  now: 0,
  status: "over",
  seat: 0,
  house: {},
  seats: [seatShown("Ada", null), seatShown("Casimir", "bot"), seatShown("Odile", "bot")],
  turn: null,
  waiting: [],
  events: [],
  story: STORY,
  fair: null,
} as unknown as TableSnapshot;

const tombResult = (ending: TombResult["ending"], kings: number, points: number): TombResult => ({
  ending,
  kings,
  points,
  gold: points * 100,
  won: kings === 4,
});

export const tombEnds: FinalSnapshot<TombShown, TombResult>[] = [
  { ...SNAPSHOT, view: viewOf("escaped"), result: tombResult("escaped", 4, 68) },
  { ...SNAPSHOT, view: viewOf("slain"), result: tombResult("slain", 1, 0) },
];

const dungeonResult = (ending: DungeonResult["ending"], winner: number | null): DungeonResult => ({
  ending,
  winner,
  alive: [0, 1],
  turns: 23,
});

export const dungeonEnds: FinalSnapshot<DungeonShown, DungeonResult>[] = [
  { ...SNAPSHOT, view: VIEWS.turn, result: dungeonResult("escaped", 0) },
  { ...SNAPSHOT, view: VIEWS.turn, result: dungeonResult("stalemate", null) },
];

export const waiting: TableSnapshot = {
  ...SNAPSHOT,
  status: "open",
  host: 0,
  seats: [seatShown("Ada", null), seatShown("", null)],
} as unknown as TableSnapshot;

export const fairSnapshot: Pick<TableSnapshot, "table" | "fair"> = {
  table: "style",
  fair: {
    commitment: "c".repeat(64),
    shares: ["d".repeat(64)],
    owes: null,
    waits_for: [],
    words: ["a candle in the dark"],
    seed: "e".repeat(64),
  },
};
