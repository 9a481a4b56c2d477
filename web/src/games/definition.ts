/** What the page needs to know of a game. */
import type { Component } from "svelte";
import type { Face } from "../cards/faces";
import type { GameOptions } from "../core/format";
import type { GameName } from "../core/games";
import type { KeyHelp } from "../core/keys";
import type { TableRequest } from "../core/open";
import type { Language, PlainKey } from "../core/words.svelte";
import type { CounterProps, EndProps, GameView, MoveOf, OddsProps, TableProps, TipsProps } from "./props";

type Load<Part> = () => Promise<{ default: Part }>;

/** The table, and the texts of its moves, loaded together. */
export interface TableParts<View extends GameView> {
  Table: Component<TableProps<View>>;
  /** Return the text of a move at a view. */
  moveText: (move: MoveOf<View>, view: View, names: string[]) => string;
  /** Return the text of a whole fight, in a game where its cards are laid one by one. */
  fightText?: (moves: MoveOf<View>[]) => string;
  /** Tips for new players. */
  Tips?: Component<TipsProps<View>>;
  /** The keys of the table, for its list of keys. */
  keys?: () => KeyHelp[];
}

export interface GameLesson<Result> {
  /** How long the whole lesson takes: its words at a reader's pace, and a moment for each decision. */
  minutes: number;
  /** The two-minute start: the cards of its three pictures; `>` is an arrow. */
  quick: readonly (readonly string[])[];
  /** The sentence at the end of the lesson. */
  doneText: (result: Result) => string;
  /** The games offered at the end of the lesson: a text and the table to open. */
  next: { text: PlainKey; request: TableRequest }[];
}

/** How a game ended for one player, as leaderboards and competitions know it. */
export interface Score {
  /** The server's word for the ending, such as `escaped`; null while the game runs. */
  outcome: string | null;
  points: number;
  kings: number;
  turns: number;
}

/** The parts of a game that is scored in points, so that people can compete in it. */
export interface GameScoring {
  /** The short form of a score: `3/47`. */
  scoreText: (score: Pick<Score, "points" | "kings">) => string;
  /** Say how a game ended, as the end of a sentence: `out alive on turn 13`. */
  outcomeText: (score: Score) => string;
  /** The name of an ending without points, in a chart or a list. */
  outcomeName: (outcome: string) => string;
  outcomeIcon: (outcome: string) => string;
  /** The outcomes that have no points, in the order in which a chart shows them. */
  lostOutcomes: readonly string[];
  /** A row of symbols that shows how it went and gives no card away. */
  symbols: (score: Score) => string;
  loadHouseFields: Load<Component<HouseFieldsProps>>;
}

export interface HouseFieldsProps {
  house: GameOptions;
  set: (house: GameOptions) => void;
}

/** How the statistics of a game are shown; what is counted is the server's matter. */
export interface GameStatistics {
  /** The shares and means that are shown large, in this order. */
  headlines: readonly string[];
  challengeIcon: (challenge: string) => string;
}

export interface GameDefinition<View extends GameView, Result> {
  name: GameName;
  /** The icon in lists of games. */
  icon: string;
  /** The cards fanned out on the home screen, from left to right. */
  fan: string[];
  faceOf: (code: string) => Face;
  /** The icons of its cards, for screens without a table. */
  loadIcons: Load<Record<string, string>>;
  /** The table that one click on the home screen opens. */
  quickStart: TableRequest;
  loadTable: Load<TableParts<View>>;
  loadEnd: Load<Component<EndProps<View, Result>>>;
  loadNewGame: Load<Component<{ param: string; subparam: string }>>;
  /** The card counter, if the game has one. */
  loadCounter?: Load<Component<CounterProps<View>>>;
  /** The odds of the next card, if the game gives advice; only its own odds are passed to it. */
  loadOdds?: Load<Component<OddsProps<View, never>>>;
  rules: Record<Language, Load<string>>;
  /** A picture, and the paragraph of the rules after whose heading it stands. */
  rulesPicture?: { rule: string; load: Load<Component> };
  lesson: GameLesson<Result>;
  /** Say how a game ended, for the player at a seat; null for a spectator. */
  resultText: (result: Result, seat: number | null, names: string[]) => string;
  isWon: (result: Result, seat: number | null) => boolean;
  statistics: GameStatistics;
  /** The addresses of the portraits of its characters, by the name of the bot. */
  portraits?: Record<string, string>;
  /** Only of games that are scored in points. */
  scoring?: GameScoring;
}
