/** A history for the style page. */
import type { SparkPoint } from "../src/core/charts/spark";
import type { AchievementShown, ChallengeShown, GameListed } from "../src/core/protocol";
import type { Figure } from "../src/screens/stats/figures";

export const FIGURE: Figure = {
  kind: "escaped",
  label: "Escaped",
  text: "47%",
  detail: "31 of 66 games",
  likely: "Your true rate is probably between 35% and 59%.",
  value: 0.47,
  low: 0.35,
  high: 0.59,
};

export const POINTS: SparkPoint[] = [12, 0, 31, 47, 0, 74, 22].map((value) => ({
  href: "#",
  title: `${value} points`,
  value,
  tone: value > 70 ? "won" : value ? "good" : "bad",
}));

export const CHALLENGES: ChallengeShown[] = [
  { name: "survive", is_reached: true, n: 3, goal: 1 },
  { name: "points_20", is_reached: true, n: 34, goal: 20 },
  { name: "points_35", is_reached: false, n: 34, goal: 35 },
  { name: "kings_1", is_reached: false, n: 0, goal: 1 },
];

const achievement = (name: string, fields: Partial<AchievementShown>): AchievementShown => ({
  name,
  game: "tomb",
  is_hidden: false,
  at: null,
  table: null,
  n: 0,
  goal: 1,
  ...fields,
});
export const ACHIEVEMENTS: AchievementShown[] = [
  achievement("daylight", { at: 1_794_000_000, table: "t", n: 1 }),
  achievement("regular", { n: 4, goal: 10 }),
  achievement("", { is_hidden: true }),
];

/** A finished game: escaped, won or slain. */
export const finished = (ending: string): GameListed => ({
  table: ending,
  game: "tomb",
  seat: 0,
  at: 1_794_000_000,
  house: { drop_sum: true },
  house_key: "drop_sum=1",
  origin: "daily",
  standing: "ranked",
  outcome: ending === "won" ? "escaped" : ending,
  won: ending === "won",
  survived: ending !== "slain",
  points: ending === "slain" ? 0 : 47,
  kings: ending === "won" ? 4 : 0,
  turns: 13,
  facts: {},
  opponents: [],
  remarks: [{ code: "second_best", n: 0 }],
  achievements: ["daylight"],
  board: "daily:2026-11-17",
  number: 1,
  has_record: true,
});
