/** The messages of the wire protocol. Generated from the published schemas by `make types`; do not edit. */

export interface Published {
  Achievements: Achievements;
  AchievementShown: AchievementShown;
  AdviceRequest: AdviceRequest;
  AdviceShown: AdviceShown;
  MoveAdvised: MoveAdvised;
  EstimateShown: EstimateShown;
  ReasonShown: ReasonShown;
  Calendar: Calendar;
  DayPlayed: DayPlayed;
  ChronicleLink: ChronicleLink;
  ChronicleRequest: ChronicleRequest;
  ChronicleShown: ChronicleShown;
  SectionShown: SectionShown;
  ParagraphShown: ParagraphShown;
  Claim: Claim;
  Code: Code;
  CompetitionShown: CompetitionShown;
  EntrantShown: EntrantShown;
  CompetitionGame: CompetitionGame;
  DebtShown: DebtShown;
  Competitions: Competitions;
  DailyShown: DailyShown;
  Leaderboard: Leaderboard;
  Ranked: Ranked;
  ValueCount: ValueCount;
  OwnAttempt: OwnAttempt;
  DealShown: DealShown;
  EnterCompetition: EnterCompetition;
  ExportPart: ExportPart;
  ExportedGame: ExportedGame;
  ExportRequest: ExportRequest;
  GameFilter: GameFilter;
  GameListed: GameListed;
  OpponentShown: OpponentShown;
  RemarkShown: RemarkShown;
  Games: Games;
  GameShown: GameShown;
  CharacterShown: CharacterShown;
  MootValue: MootValue;
  CardShown: CardShown;
  Health: Health;
  HistoryPage: HistoryPage;
  HistoryRequest: HistoryRequest;
  ImportRequest: ImportRequest;
  Imported: Imported;
  Invitation: Invitation;
  Join: Join;
  JournalPart: JournalPart;
  JournalEntry: JournalEntry;
  JournalRequest: JournalRequest;
  Ledger: Ledger;
  Balance: Balance;
  Lesson: Lesson;
  LessonStep: LessonStep;
  Lobby: Lobby;
  TableListed: TableListed;
  MergeRequest: MergeRequest;
  NamedPlay: NamedPlay;
  NewCompetition: NewCompetition;
  NewProfile: NewProfile;
  NewTable: NewTable;
  Clock: Clock;
  NotTaken: NotTaken;
  RefusedParts: RefusedParts;
  OwnChronicle: OwnChronicle;
  OwnGame: OwnGame;
  OwnReview: OwnReview;
  OwnSeat: OwnSeat;
  PlayDeal: PlayDeal;
  Preview: Preview;
  ProfileKey: ProfileKey;
  ProfileShown: ProfileShown;
  ResultListed: ResultListed;
  Promise: Promise;
  Replay: Replay;
  ReplayStep: ReplayStep;
  Quip: Quip;
  ReviewRequest: ReviewRequest;
  ReviewShown: ReviewShown;
  TrackShown: TrackShown;
  MistakeShown: MistakeShown;
  DecisionShown: DecisionShown;
  PlayerReviewed: PlayerReviewed;
  MarkShown: MarkShown;
  Rotated: Rotated;
  SeatMove: SeatMove;
  Seated: Seated;
  Settle: Settle;
  ShareDeal: ShareDeal;
  StatisticsShown: StatisticsShown;
  Rate: Rate;
  Mean: Mean;
  RecentGame: RecentGame;
  HouseCount: HouseCount;
  OpponentCount: OpponentCount;
  Best: Best;
  BestSeries: BestSeries;
  ChallengeShown: ChallengeShown;
  Rating: Rating;
  Table: Table;
  SeatShown: SeatShown;
  FairShown: FairShown;
  MatchShown: MatchShown;
  TombShown: TombShown;
  TombMoveShown: TombMoveShown;
  CostShown: CostShown;
  FoeShown: FoeShown;
  RowsShown: RowsShown;
  TurnShown: TurnShown;
  DungeonShown: DungeonShown;
  PlayerShown: PlayerShown;
  PassageShown: PassageShown;
  DungeonMoveShown: DungeonMoveShown;
  FightShown: FightShown;
  QuestionShown: QuestionShown;
  EventShown: EventShown;
  MoveShown: MoveShown;
  TombResult: TombResult;
  DungeonResult: DungeonResult;
  TombOdds: TombOdds;
  ChanceShown: ChanceShown;
  DungeonOdds: DungeonOdds;
  RivalOddsShown: RivalOddsShown;
  Hello: Hello;
  Move: Move;
  Undo: Undo;
  Count: Count;
  Commit: Commit;
  Reveal: Reveal;
  Resign: Resign;
  SetPace: SetPace;
  Fill: Fill;
  Free: Free;
  Rematch: Rematch;
  Speak: Speak;
  Sync: Sync;
  Done: Done;
  Refused: Refused;
  Spoken: Spoken;
}
/**
 * All achievements, unlocked or not.
 */
export interface Achievements {
  achievements: AchievementShown[];
  unlocked: number;
}
/**
 * An achievement; `career.achievement.<name>` of the catalogue has its title and text.
 */
export interface AchievementShown {
  name: string;
  game: string;
  is_hidden: boolean;
  at: number | null;
  table: string | null;
  n: number;
  goal: number;
}
/**
 * A request for advice about the next move, at this version of the table.
 */
export interface AdviceRequest {
  version: number;
  goal?: "" | "points" | "win";
  confirm?: boolean;
}
/**
 * Advice about the next move, from what the player knows.
 */
export interface AdviceShown {
  version: number;
  goal: string;
  goals: string[];
  games: number;
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  best: string;
  moves: MoveAdvised[];
  reason: ReasonShown;
  odds: TombOdds | DungeonOdds;
  refining?: boolean;
  searched?: number;
  is_rough?: boolean;
}
/**
 * The prospects after one legal move.
 */
export interface MoveAdvised {
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  move: string;
  value: number;
  loss: number;
  win: EstimateShown;
  escape: EstimateShown | null;
  points: EstimateShown | null;
  /**
   * Items: A move in the notation of docs/reference/notation.md.
   */
  fight?: string[];
  is_unclear?: boolean;
}
/**
 * A mean, and its 95 % interval if games were played out.
 */
export interface EstimateShown {
  mean: number;
  low: number | null;
  high: number | null;
}
/**
 * Why a move is best: a code with parameters, and the sentence.
 */
export interface ReasonShown {
  code: string;
  params: {};
  text: string;
}
/**
 * The odds of the next card of Tomb.
 */
export interface TombOdds {
  move: string | null;
  unseen: number;
  win: ChanceShown;
  death: ChanceShown;
  torch: ChanceShown;
  last_torch: ChanceShown;
  lost: number;
  deadly: number | null;
  damage: number;
  blows: {
    [k: string]: number;
  };
  discarded: number;
  discards: {
    [k: string]: number;
  };
  left: {
    [k: string]: number;
  };
}
/**
 * The number of unseen cards that do something, and the chance that the next card is one.
 */
export interface ChanceShown {
  cards: number;
  chance: number;
}
/**
 * The odds of Dungeon as one seat knows them.
 */
export interface DungeonOdds {
  needed: number;
  front: number | null;
  draw: number | null;
  is_wild: boolean;
  rivals: RivalOddsShown[];
}
/**
 * What an opponent probably holds.
 */
export interface RivalOddsShown {
  seat: number;
  needed: number;
  dig: number;
  cave: number | null;
  creature: number;
}
/**
 * The dailies of a profile, and its streaks of days.
 */
export interface Calendar {
  today: string;
  days: DayPlayed[];
  streak: number;
  longest_streak: number;
}
/**
 * A day in the calendar of a profile.
 */
export interface DayPlayed {
  day: string;
  status: "over" | "running";
  standing: "assisted" | "free" | "ranked" | "repeat";
  outcome: string | null;
  points: number;
  kings: number;
}
/**
 * A key with which anyone can read one chronicle.
 */
export interface ChronicleLink {
  key: string;
}
/**
 * How to tell a finished game.
 */
export interface ChronicleRequest {
  length?: "full" | "short";
  seat?: number | null;
}
/**
 * The chronicle of a finished game, in the language of the request.
 */
export interface ChronicleShown {
  table: string;
  game: string;
  language: string;
  length: "full" | "short";
  seat: number | null;
  players: string[];
  title: string;
  subject: string;
  fate: string;
  plot: {
    [k: string]: number | string;
  };
  sections: SectionShown[];
}
/**
 * The scene of one phase; a short chronicle has one section without a heading.
 */
export interface SectionShown {
  phase: string;
  heading: string;
  paragraphs: ParagraphShown[];
}
/**
 * One paragraph, with the moves that it tells and the cards in its margin.
 */
export interface ParagraphShown {
  text: string;
  first: number;
  last: number;
  cards: string[];
}
/**
 * A device code, entered on the other device.
 */
export interface Claim {
  code: string;
}
/**
 * A short-lived code that gives another device access to a profile, once.
 */
export interface Code {
  code: string;
  expires: number;
}
/**
 * A competition as an entrant or an invited person sees it.
 */
export interface CompetitionShown {
  competition: string;
  kind: "contest" | "series" | "wager";
  game: string;
  house: {
    [k: string]: number | boolean;
  };
  games: number;
  same_deals: boolean;
  stake: number;
  currency: string;
  creator: string;
  created: number;
  is_over: boolean;
  is_creator: boolean;
  can_enter: boolean;
  can_play: boolean;
  next_game: number | null;
  commitment: string;
  seed: string | null;
  entrants: EntrantShown[];
  debts: DebtShown[];
  key: string | null;
  is_open?: boolean;
}
/**
 * An entrant of a competition with totals and games.
 */
export interface EntrantShown {
  name: string;
  is_you: boolean;
  rank: number;
  played: number;
  points: number;
  kings: number;
  turns: number;
  is_finished: boolean;
  games: CompetitionGame[];
}
/**
 * One game of an entrant.
 */
export interface CompetitionGame {
  number: number;
  status: "open" | "over" | "running";
  outcome: string | null;
  points: number;
  kings: number;
  turns: number;
  table: string | null;
}
/**
 * What one player owes another for one game of a wager.
 */
export interface DebtShown {
  debt: string;
  competition: string;
  number: number;
  debtor: string;
  creditor: string;
  amount: number;
  cancelled_amount: number;
  currency: string;
  created: number;
  you: "" | "creditor" | "debtor";
  settled_by: ("creditor" | "debtor")[];
  is_settled: boolean;
}
/**
 * The competitions of a profile, newest first.
 */
export interface Competitions {
  competitions: CompetitionShown[];
}
/**
 * The daily deal of one day.
 */
export interface DailyShown {
  day: string;
  game: string;
  is_today: boolean;
  ends: number;
  now: number;
  is_clock_behind: boolean;
  commitment: string;
  link: string | null;
  board: Leaderboard;
  previous: string | null;
}
/**
 * The first attempts at one deal.
 */
export interface Leaderboard {
  players: number;
  ranked: Ranked[];
  assisted: Ranked[];
  distribution: ValueCount[];
  you: OwnAttempt | null;
}
/**
 * A line of a leaderboard.
 */
export interface Ranked {
  rank: number;
  name: string;
  is_you: boolean;
  outcome: string;
  points: number;
  kings: number;
  turns: number;
  at: number;
}
/**
 * How often a value occurred.
 */
export interface ValueCount {
  value: string;
  count: number;
}
/**
 * Your own first attempt at a board.
 */
export interface OwnAttempt {
  status: "over" | "running";
  table: string;
  standing: "assisted" | "free" | "ranked" | "repeat";
  outcome: string | null;
  points: number;
  kings: number;
  turns: number;
  rank: number | null;
}
/**
 * A deal to play, with its leaderboard.
 */
export interface DealShown {
  code: string;
  number: number | null;
  game: string;
  house: {
    [k: string]: number | boolean;
  };
  by: string | null;
  outcome: string | null;
  points: number;
  kings: number;
  board: Leaderboard;
}
/**
 * An invitation to a competition, and the name to enter with.
 */
export interface EnterCompetition {
  /**
   * A capability: the key alone grants access, without a name or a password.
   */
  key: string;
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
}
/**
 * A part of an export.
 */
export interface ExportPart {
  underdeck_history: number;
  name: string;
  games: ExportedGame[];
  next: string | null;
}
/**
 * A game as it is exported and imported: its record, whose seat it was, and when it ended.
 */
export interface ExportedGame {
  record: {};
  seat?: number;
  at?: number;
  names?: string[];
  table?: string;
}
/**
 * A part of the export of a profile's games.
 */
export interface ExportRequest {
  after?: string | null;
  limit?: number;
}
/**
 * The games that a list or a statistic is about; without a value all.
 */
export interface GameFilter {
  game: "dungeon" | "tomb";
  house?: string | null;
  since?: string | null;
  until?: string | null;
  opponent?: string | null;
}
/**
 * A finished game in the history.
 */
export interface GameListed {
  table: string;
  game: string;
  seat: number;
  at: number;
  house: {
    [k: string]: number | boolean;
  };
  house_key: string;
  origin: "again" | "code" | "contest" | "daily" | "fair" | "import" | "series" | "terminal" | "wager" | "walkthrough";
  standing: "assisted" | "free" | "ranked" | "repeat";
  outcome: string;
  won: boolean;
  survived: boolean;
  points: number;
  kings: number;
  turns: number;
  facts: {
    [k: string]: number | string;
  };
  opponents: OpponentShown[];
  remarks: RemarkShown[];
  achievements: string[];
  board: string;
  number: number;
  has_record: boolean;
}
/**
 * Another player of a finished game.
 */
export interface OpponentShown {
  seat: number;
  player: string;
  name: string;
}
/**
 * A remark on a finished game; `career.remark.<code>` of the catalogue has its sentence.
 */
export interface RemarkShown {
  code: string;
  n: number;
}
/**
 * The games, phrases and languages of this server.
 */
export interface Games {
  games: GameShown[];
  phrases: string[];
  languages: string[];
}
/**
 * A game: its options, its bots, its cards and the numbers of its rules.
 */
export interface GameShown {
  game: string;
  players: number[];
  options: {
    [k: string]: (number | boolean)[];
  };
  defaults: {
    [k: string]: number | boolean;
  };
  bots: string[];
  characters: CharacterShown[];
  opponents: string[];
  is_solitaire: boolean;
  has_advice: boolean;
  has_review: boolean;
  needs: {
    [k: string]: string;
  };
  excludes: string[][];
  moot: MootValue[];
  variants: {
    [k: string]: {
      [k: string]: number | boolean;
    };
  };
  cards: {
    [k: string]: CardShown;
  };
  ranks: {
    [k: string]: number;
  };
  constants: {
    [k: string]: number;
  };
}
/**
 * A bot that has a name, a portrait and quips of its own; the catalogues have the words.
 */
export interface CharacterShown {
  bot: string;
  stars: number;
}
/**
 * A value of an option that changes nothing, or is refused, beside a value of another one.
 */
export interface MootValue {
  option: string;
  value: number | boolean;
  other: string;
  other_value: number | boolean;
}
/**
 * A card in one game.
 */
export interface CardShown {
  kind: string;
  rank: string;
  number: number;
  suit: string | null;
  value: number | null;
}
/**
 * Whether the server accepts requests; also the response to requests that return no data.
 */
export interface Health {
  status: "draining" | "ok" | "unavailable";
}
/**
 * Games of the history, newest first.
 */
export interface HistoryPage {
  games: GameListed[];
  next: string | null;
  total: number;
}
/**
 * A page of the history, newest first.
 */
export interface HistoryRequest {
  game?: ("dungeon" | "tomb") | null;
  house?: string | null;
  since?: string | null;
  until?: string | null;
  opponent?: string | null;
  before?: string | null;
  limit?: number;
}
/**
 * Finished games of the terminal or of an export, added to a profile all or none.
 */
export interface ImportRequest {
  underdeck_history: number;
  /**
   * @maxItems 5000
   */
  games: ExportedGame[];
  origin?: "import" | "terminal";
}
/**
 * The number of games that were added, and of those that were there already.
 */
export interface Imported {
  added: number;
  known: number;
  games: GameListed[];
}
/**
 * A table to join and the commitment to its seed, before the player chooses a share.
 */
export interface Invitation {
  table: string;
  game: string;
  house: {
    [k: string]: number | boolean;
  };
  names: string[];
  bots: boolean[];
  free: number;
  commitment: string;
  /**
   * The bot that each seat was opened for, empty for a person's seat.
   */
  kinds: string[];
}
/**
 * Take a seat, with the key of an invitation or by the name of a listed table.
 */
export interface Join {
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
  key?: string | null;
  table?: string | null;
  /**
   * A player's share of the shuffle in plain text; the server draws one if empty.
   */
  words?: string;
  share?: string | null;
  secret?: string | null;
}
/**
 * Chronicles of a profile, newest first.
 */
export interface JournalPart {
  name: string;
  entries: JournalEntry[];
  next: string | null;
  total: number;
}
/**
 * One chronicle of a journal, with the game it tells.
 */
export interface JournalEntry {
  listed: GameListed;
  chronicle: ChronicleShown | null;
}
/**
 * Which chronicles of the profile to bind into a book.
 */
export interface JournalRequest {
  game?: ("dungeon" | "tomb") | null;
  length?: "full" | "short";
  before?: string | null;
  limit?: number;
}
/**
 * Who owes whom.
 */
export interface Ledger {
  balances: Balance[];
  debts: DebtShown[];
}
/**
 * The unsettled debts between this profile and another player in one currency.
 */
export interface Balance {
  name: string;
  currency: string;
  amount: number;
}
/**
 * A scripted game for learners.
 */
export interface Lesson {
  game: string;
  intro: string;
  outro: string;
  steps: LessonStep[];
  result: TombResult | DungeonResult;
}
/**
 * One moment of a lesson: the view of the first seat, the learner's, and the next move.
 */
export interface LessonStep {
  view: TombShown | DungeonShown;
  events: EventShown[];
  story: string[];
  rules: string[];
  seat: number | null;
  move: string | null;
  before: string | null;
  why: string | null;
}
/**
 * The view of the player of a Tomb.
 */
export interface TombShown {
  game: "tomb";
  phase: "between" | "dark" | "dropping" | "held" | "marking" | "over" | "standing" | "struck" | "turning";
  turn: number;
  deepest: number;
  deck: number;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  under: string[];
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  torches: string[];
  burnt: number;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  column: string[];
  encounter: string | null;
  stacks: number[];
  discards: number;
  hit_points: number;
  blow: number;
  owed: number;
  dropped: number;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  spent: string[];
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  hand: string[];
  points: number;
  kings: number;
  ending: ("escaped" | "lost" | "slain") | null;
  legal: TombMoveShown[];
  rule: string;
  max_hit_points: number;
  max_torches: number;
  torches_left: number;
  all_kings: number;
  turns_left: number;
  depth: number;
  foe: FoeShown | null;
  rows: RowsShown;
}
/**
 * A legal move of Tomb; fields that don't apply are missing.
 */
export interface TombMoveShown {
  text: string;
  verb: "delve" | "dodge" | "draw" | "drop" | "leave" | "onward" | "play" | "read" | "retreat" | "suffer" | "yield";
  label:
    | "begin"
    | "delve"
    | "dodge"
    | "draw"
    | "drop"
    | "drop_more"
    | "leave"
    | "onward"
    | "play"
    | "read"
    | "retreat"
    | "suffer"
    | "walk_out"
    | "yield";
  /**
   * A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  card?: string;
  cost?: CostShown;
  lethal?: true;
}
/**
 * What a move costs for certain; fields that don't apply are missing.
 */
export interface CostShown {
  hit_points?: number;
  cards?: number;
  points?: number;
}
/**
 * The encounter in play, and the cards that win against it.
 */
export interface FoeShown {
  /**
   * A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  card: string;
  kind: "door" | "monster" | "trap";
  value: number;
  wins_from: number;
  wins_to: number;
  /**
   * A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  skill: string;
  skill_in_hand: boolean;
}
/**
 * The turns in the order in which they are played.
 */
export interface RowsShown {
  delve: TurnShown[];
  retreat: TurnShown[];
}
/**
 * A turn of the delve or of the retreat, and its number of cards.
 */
export interface TurnShown {
  turn: number;
  state: "ahead" | "done" | "now";
  cards: number;
}
/**
 * The view of a seat, or of a spectator, of a Dungeon.
 */
export interface DungeonShown {
  game: "dungeon";
  seat: number | null;
  turn: number;
  current: number | null;
  pending:
    | "accusations"
    | "aces"
    | "answered"
    | "asked"
    | "attacked"
    | "bid"
    | "caught"
    | "counters"
    | "discard"
    | "draw"
    | "fish"
    | "judge"
    | "lot"
    | "nothing"
    | "over"
    | "renew"
    | "rob"
    | "robbing"
    | "saving"
    | "turn";
  waiting: number[];
  about: number[];
  players: PlayerShown[];
  deck: number;
  discards: number;
  seen_discards: string[] | null;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  laid: string[];
  creature: string | null;
  robber: string | null;
  ending: ("alone" | "escaped" | "stalemate") | null;
  winner: number | null;
  legal: DungeonMoveShown[];
  rule: string;
  is_window: boolean;
  fight: FightShown | null;
  ability: number | null;
  top_discard: string | null;
  question: QuestionShown | null;
  first_passage: number;
}
/**
 * What a view shows of one player.
 */
export interface PlayerShown {
  seat: number;
  alive: boolean;
  left_cell: boolean;
  cards: number;
  hand: string[] | null;
  cell: string | null;
  dungeon: PassageShown[];
  front: number;
  next_passage: number | null;
  has_bid: boolean;
}
/**
 * A passage: its claimed value, the place it adjoins (0 is the cell), and its card if known.
 */
export interface PassageShown {
  value: number;
  next_to: number;
  card: string | null;
  depth: number;
  is_lie: boolean | null;
}
/**
 * A legal move of Dungeon; fields that don't apply are missing.
 */
export interface DungeonMoveShown {
  text: string;
  verb:
    | "accuse"
    | "ace"
    | "attack"
    | "believe"
    | "bid"
    | "burn"
    | "cave"
    | "counter"
    | "demand"
    | "deny"
    | "dig"
    | "discard"
    | "fall"
    | "fight"
    | "fish"
    | "give"
    | "pass"
    | "retreat"
    | "rob"
    | "save"
    | "strike"
    | "take"
    | "yield";
  label:
    | "accuse"
    | "ace"
    | "attack"
    | "believe"
    | "bid"
    | "burn"
    | "cave"
    | "counter"
    | "demand"
    | "deny"
    | "dig"
    | "discard"
    | "fall"
    | "fight"
    | "fish"
    | "give"
    | "pass"
    | "retreat"
    | "rob"
    | "save"
    | "strike"
    | "take"
    | "yield";
  card?: "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "A" | "J" | "Jk" | "K" | "Q";
  as?: "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "A" | "J" | "Jk" | "K" | "Q";
  value?: number;
  target?: number;
  place?: number;
  asked?: "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "A" | "J" | "Jk" | "K" | "Q";
  cost?: CostShown;
  lethal?: true;
  wins?: true;
  draws?: number;
  lets_win?: number;
}
/**
 * An attack that isn't decided yet.
 */
export interface FightShown {
  attacker: number;
  defender: number;
  /**
   * A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk.
   */
  creature: string;
  strength: number;
  total: number;
  values: number[];
  is_won: boolean;
}
/**
 * What the game waits for: the key of a sentence under `dungeon.pending`, and its subject.
 */
export interface QuestionShown {
  key:
    | "accusations.escape"
    | "accusations.other"
    | "accusations.other_you"
    | "accusations.you"
    | "aces.other"
    | "aces.pass"
    | "aces.you"
    | "answered.other"
    | "answered.other_you"
    | "answered.you"
    | "asked.deny"
    | "asked.other"
    | "asked.other_you"
    | "asked.you"
    | "attacked.fall"
    | "attacked.fight"
    | "attacked.other"
    | "attacked.other_you"
    | "attacked.retreat"
    | "attacked.strike"
    | "attacked.two"
    | "attacked.you"
    | "bid.other"
    | "bid.you"
    | "caught.burn"
    | "caught.other"
    | "caught.other_you"
    | "caught.you"
    | "countered.other"
    | "countered.pass"
    | "countered.you"
    | "counters.other"
    | "counters.pass"
    | "counters.you"
    | "discard.other"
    | "discard.you"
    | "robbing.other"
    | "robbing.you"
    | "saving.other"
    | "saving.yield"
    | "saving.you"
    | "turn.other"
    | "turn.pass"
    | "turn.you";
  seats: number[];
  target?: number;
  rank?: number;
  lets_win?: number;
  warning?: "fall" | "pass" | "pass_or_others";
}
/**
 * An event: its name and its own fields, of which these are the common ones.
 */
export interface EventShown {
  event: string;
  seat?: number | null;
  target?: number | null;
  card?: string | null;
  foe?: string | null;
  value?: number | null;
  place?: number | null;
  rank?: number | null;
  turn?: number | null;
  n?: number | null;
  damage?: number | null;
  hp?: number | null;
  left?: number | null;
  kings?: number | null;
  points?: number | null;
}
/**
 * The result of a Tomb.
 */
export interface TombResult {
  ending: "escaped" | "lost" | "slain";
  kings: number;
  points: number;
  gold: number;
  won: boolean;
  assisted?: boolean;
}
/**
 * The result of a Dungeon.
 */
export interface DungeonResult {
  ending: "alone" | "escaped" | "stalemate";
  winner: number | null;
  alive: number[];
  turns: number;
  assisted?: boolean;
}
/**
 * The listed tables with free seats.
 */
export interface Lobby {
  tables: TableListed[];
}
/**
 * A table in a list, such as the lobby.
 */
export interface TableListed {
  table: string;
  game: string;
  status: "closed" | "open" | "over" | "running";
  house: {};
  names: string[];
  bots: boolean[];
  free: number;
  created: number;
  /**
   * The bot that each seat was opened for, empty for a person's seat.
   */
  kinds: string[];
}
/**
 * A device code of another profile, whose games become this profile's.
 */
export interface MergeRequest {
  code: string;
}
/**
 * The name to play with.
 */
export interface NamedPlay {
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
}
/**
 * A series, a contest or a wager to begin.
 */
export interface NewCompetition {
  kind: "contest" | "series" | "wager";
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
  game?: "dungeon" | "tomb";
  house?: {
    [k: string]: number | boolean;
  };
  games?: number;
  same_deals?: boolean;
  stake?: number | null;
  currency?: string;
}
/**
 * The name and language of a profile.
 */
export interface NewProfile {
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
  language?: "en" | "es";
}
/**
 * A table to open: people take the seats without a bot, the client itself the first one.
 */
export interface NewTable {
  game: "dungeon" | "tomb";
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
  house?: {
    [k: string]: number | boolean;
  };
  /**
   * @maxItems 3
   */
  bots?:
    | []
    | ["accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random"]
    | [
        "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random",
        "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random"
      ]
    | [
        "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random",
        "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random",
        "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random"
      ];
  /**
   * A player's share of the shuffle in plain text; the server draws one if empty.
   */
  words?: string;
  share?: string | null;
  secret?: string | null;
  listed?: boolean;
  clock?: Clock | null;
  window?: number;
  /**
   * Seconds between a bot's move and the move before it.
   */
  pace?: number;
  /**
   * A deal code, whose last character is a checksum, or `walkthrough`; for solitaires only.
   */
  deal?: string;
  again?: string | null;
  match?: number;
  promise?: string | null;
}
/**
 * A time limit in seconds: for each move, and a reserve for the whole game.
 */
export interface Clock {
  move?: number;
  reserve?: number;
  then?: "bot" | "lose";
}
/**
 * The body of every error response.
 */
export interface NotTaken {
  refused: RefusedParts;
}
/**
 * An error code for programs and a sentence for people.
 */
export interface RefusedParts {
  code: string;
  text: string;
}
/**
 * How to tell a game of the profile's history.
 */
export interface OwnChronicle {
  length?: "full" | "short";
  seat?: number | null;
  table: string;
}
/**
 * A finished game of the profile, by its name in the history.
 */
export interface OwnGame {
  table: string;
}
/**
 * A request for a review of a game of the profile's history.
 */
export interface OwnReview {
  goal?: "" | "points" | "win";
  table: string;
}
/**
 * A table at which the profile has a seat.
 */
export interface OwnSeat {
  table: string;
}
/**
 * A deal to play by its code or number.
 */
export interface PlayDeal {
  /**
   * A deal code, the code of a shared deal, or the number of a numbered deal.
   */
  code: string;
  /**
   * A player's name: at least one visible character and no invisible ones.
   */
  name: string;
  house?: {
    [k: string]: number | boolean;
  } | null;
}
/**
 * A listed table to look at before joining it.
 */
export interface Preview {
  table: string;
}
/**
 * A profile and a key that grants access to it.
 */
export interface ProfileKey {
  profile: string;
  name: string;
  language: "en" | "es";
  key: string;
}
/**
 * A profile with its tables and finished games.
 */
export interface ProfileShown {
  profile: string;
  name: string;
  language: "en" | "es";
  tables: TableListed[];
  results: ResultListed[];
  keys: number;
}
/**
 * The result of a finished game.
 */
export interface ResultListed {
  table: string;
  game: string;
  seat: number;
  at: number;
  result: {};
}
/**
 * A commitment to the seed of a shuffle, for one new table.
 */
export interface Promise {
  promise: string;
  commitment: string;
  expires: number;
}
/**
 * A finished game from start to end.
 */
export interface Replay {
  table: string;
  game: string;
  house: {
    [k: string]: number | boolean;
  };
  names: string[];
  bots: boolean[];
  steps: ReplayStep[];
  result: TombResult | DungeonResult;
  /**
   * The bot that each seat was opened for, empty for a person's seat.
   */
  kinds: string[];
}
/**
 * One move of a finished game and the view of one seat after it.
 */
export interface ReplayStep {
  seat: number | null;
  move: string | null;
  view: TombShown | DungeonShown;
  events: EventShown[];
  story: string[];
  quips: Quip[];
}
/**
 * What a character says about public events, the same to everybody at the table.
 */
export interface Quip {
  seat: number;
  text: string;
}
/**
 * A request for a review, in which the costliest decisions are found for a goal.
 */
export interface ReviewRequest {
  goal?: "" | "points" | "win";
}
/**
 * A finished game compared with strong play, from what its players knew.
 */
export interface ReviewShown {
  table: string;
  game: string;
  goal: string;
  goals: string[];
  looks_ahead: boolean;
  par: number | null;
  tracks: {
    [k: string]: TrackShown;
  };
  mistakes: MistakeShown[];
  decisions: DecisionShown[];
  refining?: boolean;
  points_from?: number | null;
  judged?: boolean;
  players?: PlayerReviewed[];
  moves?: {
    [k: string]: {};
  };
  marks?: MarkShown[];
}
/**
 * The expected result for one goal over a game: start + luck - loss + gain = result.
 *
 *     Lists have an item for every decision of the game, those of other players included.
 */
export interface TrackShown {
  start: number;
  luck: number;
  loss: number;
  result: number;
  accuracy: number;
  curve: number[];
  lucks: number[];
  losses: number[];
  gain?: number;
  gains?: number[];
}
/**
 * A costly decision, the move of strong play, and the reason for that move.
 */
export interface MistakeShown {
  number: number;
  turn: number;
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  move: string;
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  best: string;
  loss: number;
  reason: ReasonShown;
  goal: string;
}
/**
 * One move of a game, and the expected results of all moves that were legal.
 */
export interface DecisionShown {
  number: number;
  turn: number;
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  move: string;
  cards: string[];
  values: {
    [k: string]: {
      [k: string]: number;
    };
  };
  seat?: number;
}
/**
 * The game of one player.
 */
export interface PlayerReviewed {
  seat: number;
  tracks: {
    [k: string]: TrackShown;
  };
  mistakes: MistakeShown[];
}
/**
 * Something about a decision that only open hands show, such as a lie.
 */
export interface MarkShown {
  number: number;
  turn: number;
  seat: number;
  code: string;
  params: {};
  text: string;
}
/**
 * A new key; the old one is revoked.
 */
export interface Rotated {
  key: string;
}
/**
 * A move, an undo or the opening of the card counter, sent by HTTP.
 */
export interface SeatMove {
  /**
   * The client's own id of a move, which makes sending it again harmless.
   */
  id: string;
  version: number;
  move?: string | null;
  undo?: boolean;
  count?: boolean;
}
/**
 * A seat and the key to play it.
 */
export interface Seated {
  table: string;
  seat: number;
  key: string;
  join?: string | null;
  watch?: string | null;
  commitment?: string | null;
}
/**
 * Debts that this profile says are settled; each counts as settled once both have said so.
 */
export interface Settle {
  /**
   * @minItems 1
   * @maxItems 200
   */
  debts: [string, ...string[]];
}
/**
 * A finished solitaire of this profile whose deal is to be shared.
 */
export interface ShareDeal {
  table: string;
}
/**
 * The statistics of a profile in one game.
 */
export interface StatisticsShown {
  game: string;
  games: number;
  assisted: number;
  rates: {
    [k: string]: Rate;
  };
  means: {
    [k: string]: Mean;
  };
  distributions: {
    [k: string]: ValueCount[];
  };
  recent: RecentGame[];
  houses: HouseCount[];
  months: string[];
  opponents: OpponentCount[];
  best: Best | null;
  best_series: BestSeries[];
  challenges: ChallengeShown[];
  rating: Rating | null;
}
/**
 * A share of games with its 95 % interval.
 */
export interface Rate {
  n: number;
  share: number;
  low: number;
  high: number;
}
/**
 * A mean with its 95 % interval, and the median.
 */
export interface Mean {
  mean: number;
  low: number;
  high: number;
  median: number;
}
/**
 * One of the last games, for a sparkline.
 */
export interface RecentGame {
  table: string;
  at: number;
  outcome: string;
  won: boolean;
  survived: boolean;
  points: number;
  kings: number;
}
/**
 * A set of house rules that was played.
 */
export interface HouseCount {
  key: string;
  house: {
    [k: string]: number | boolean;
  };
  games: number;
}
/**
 * An opponent, the games against them and how many of them this profile won.
 */
export interface OpponentCount {
  player: string;
  name: string;
  games: number;
  won: number;
  rating: number | null;
}
/**
 * The personal best under one set of house rules, among ranked games.
 */
export interface Best {
  kings: number;
  points: number;
  turns: number;
  at: number;
  table: string;
}
/**
 * The best finished series of a length.
 */
export interface BestSeries {
  games: number;
  points: number;
  kings: number;
  turns: number;
  competition: string;
}
/**
 * A step of the ladder; `career.challenge.<name>` of the catalogue describes it.
 */
export interface ChallengeShown {
  name: string;
  is_reached: boolean;
  n: number;
  goal: number;
}
/**
 * A strength by openskill: the mean, its uncertainty, and a cautious estimate to show.
 */
export interface Rating {
  mean: number;
  uncertainty: number;
  shown: number;
  games: number;
}
/**
 * The table as one seat, or a spectator, may know it.
 *
 *     Fields that are missing have not changed since the last table over this connection.
 */
export interface Table {
  type: "table";
  table?: string;
  version: number;
  game?: string;
  status: "closed" | "open" | "over" | "running";
  seat?: number | null;
  house?: {
    [k: string]: number | boolean;
  };
  seats?: SeatShown[];
  fair?: FairShown | null;
  window: number | null;
  answered: boolean;
  now: number;
  view: (TombShown | DungeonShown) | null;
  events: EventShown[];
  story: string[];
  story_from?: number;
  quips?: Quip[];
  result?: (TombResult | DungeonResult) | null;
  unseen: string[] | null;
  undo?: boolean;
  count?: boolean;
  resign?: boolean;
  rematch?: string | null;
  match?: MatchShown | null;
  board?: string;
  number?: number;
  assisted?: boolean;
  advice?: boolean;
  host?: number | null;
  pace?: number;
  done?: string;
}
/**
 * A seat: its player, its reserve of time, and when its running clock expires.
 */
export interface SeatShown {
  name: string;
  bot: string | null;
  wants_rematch: boolean;
  reserve: number | null;
  deadline: number | null;
}
/**
 * The shuffle: commitments before the game, and everything that checks them after it.
 */
export interface FairShown {
  commitment: string;
  shares: (string | null)[];
  owes: ("commit" | "reveal") | null;
  waits_for: number[];
  words: string[] | null;
  seed: string | null;
}
/**
 * A match of rematches: the wins of each seat, this game included once it is over.
 */
export interface MatchShown {
  wins: number;
  score: number[];
  winner: number | null;
}
/**
 * A legal move of any game; fields that don't apply are missing.
 */
export interface MoveShown {
  text: string;
  verb: string;
  label: string;
}
/**
 * The first message: the key of a seat or of a spectator, and the last version seen.
 */
export interface Hello {
  type: "hello";
  /**
   * A capability: the key alone grants access, without a name or a password.
   */
  key: string;
  seen?: number;
  language?: "en" | "es";
  story?: boolean;
  protocol?: 1 | 2 | 3;
}
/**
 * Make a move that was chosen at this version of the table.
 */
export interface Move {
  type: "move";
  /**
   * The client's own id of a move, which makes sending it again harmless.
   */
  id: string;
  version: number;
  /**
   * A move in the notation of docs/reference/notation.md.
   */
  move: string;
}
/**
 * Take back the last move of a solitaire, which marks the game as assisted.
 */
export interface Undo {
  type: "undo";
  /**
   * The client's own id of a move, which makes sending it again harmless.
   */
  id: string;
  version: number;
}
/**
 * Open the card counter of a solitaire, which marks the game as assisted.
 */
export interface Count {
  type: "count";
  /**
   * The client's own id of a move, which makes sending it again harmless.
   */
  id: string;
  version: number;
}
/**
 * Commit to a share of the shuffle, when `fair.owes` asks for it.
 */
export interface Commit {
  type: "commit";
  /**
   * A commitment to a share of the shuffle that the player reveals later: its SHA-256 in hexadecimal.
   */
  share: string;
}
/**
 * Reveal the committed share, when `fair.owes` asks for it after all seats have committed.
 */
export interface Reveal {
  type: "reveal";
  words: string;
}
/**
 * Resign as soon as the game waits for this seat.
 */
export interface Resign {
  type: "resign";
}
/**
 * Change how fast bots move; only the host of the table may.
 */
export interface SetPace {
  type: "pace";
  /**
   * Seconds between a bot's move and the move before it.
   */
  pace: number;
}
/**
 * Give a free seat to a bot before the game, or all of them; only the host may.
 */
export interface Fill {
  type: "fill";
  bot: "accountant" | "brute" | "careful" | "digger" | "gambler" | "liar" | "master" | "random";
  seat?: number | null;
}
/**
 * Free a bot's seat for a person before the game; only the host may.
 */
export interface Free {
  type: "free";
  /**
   * A seat, counted from 0.
   */
  seat: number;
}
/**
 * Ask for another game with the same players; it starts when all have asked.
 */
export interface Rematch {
  type: "rematch";
}
/**
 * Send one of a few phrases to everyone at the table.
 */
export interface Speak {
  type: "speak";
  phrase: "good_game" | "good_luck" | "hello" | "hurry" | "oops" | "thanks" | "well_played" | "wow";
}
/**
 * Request the whole table with all events after this version.
 */
export interface Sync {
  type: "sync";
  seen?: number;
}
/**
 * The move with this id is made and stored.
 */
export interface Done {
  type: "done";
  id: string;
  version: number;
}
/**
 * An error: a code for programs and a sentence that says what to do.
 */
export interface Refused {
  type: "refused";
  code: string;
  text: string;
  id?: string | null;
  version?: number | null;
}
/**
 * A phrase from someone at the table.
 */
export interface Spoken {
  type: "spoken";
  seat: number;
  phrase: "good_game" | "good_luck" | "hello" | "hurry" | "oops" | "thanks" | "well_played" | "wow";
}
/**
 * The routes of the HTTP API: what each request needs, and its response.
 */
export interface Routes {
  "GET /api/games": { response: Games };
  "GET /api/lessons/{game}": { path: { game: "dungeon" | "tomb" }; response: Lesson };
  "GET /api/lobby": { response: Lobby };
  "POST /api/profiles": { body: NewProfile; response: ProfileKey };
  "GET /api/profile": { key: string; response: ProfileShown };
  "PUT /api/profile": { key: string; body: NewProfile; response: ProfileShown };
  "DELETE /api/profile": { key: string; response: Health };
  "DELETE /api/profile/keys": { key: string; response: Health };
  "POST /api/profile/code": { key: string; response: Code };
  "POST /api/profile/claim": { body: Claim; response: ProfileKey };
  "POST /api/profile/key": { key: string; response: Rotated };
  "POST /api/profile/seat": { key: string; body: OwnSeat; response: Seated };
  "POST /api/profile/history": { key: string; body: HistoryRequest; response: HistoryPage };
  "POST /api/profile/statistics": { key: string; body: GameFilter; response: StatisticsShown };
  "GET /api/profile/achievements": { key: string; response: Achievements };
  "GET /api/result": { key: string; response: GameListed };
  "POST /api/profile/export": { key: string; body: ExportRequest; response: ExportPart };
  "POST /api/profile/record": { key: string; body: OwnGame; response: ExportedGame };
  "POST /api/profile/replay": { key: string; body: OwnGame; response: Replay };
  "POST /api/profile/games": { key: string; body: ImportRequest; response: Imported };
  "POST /api/profile/merge": { key: string; body: MergeRequest; response: ProfileKey };
  "POST /api/chronicle": { key: string; body: ChronicleRequest; response: ChronicleShown };
  "POST /api/chronicle/link": { key: string; response: ChronicleLink };
  "POST /api/profile/chronicle": { key: string; body: OwnChronicle; response: ChronicleShown };
  "POST /api/profile/chronicle/link": { key: string; body: OwnGame; response: ChronicleLink };
  "POST /api/profile/journal": { key: string; body: JournalRequest; response: JournalPart };
  "POST /api/review": { key: string; body: ReviewRequest; response: ReviewShown };
  "POST /api/profile/review": { key: string; body: OwnReview; response: ReviewShown };
  "POST /api/competitions": { key: string; body: NewCompetition; response: CompetitionShown };
  "GET /api/competitions": { key: string; response: Competitions };
  "GET /api/competitions/{competition}": { key: string; path: { competition: string }; response: CompetitionShown };
  "POST /api/competitions/{competition}/game": { key: string; path: { competition: string }; response: Seated };
  "POST /api/competitions/{competition}/close": { key: string; path: { competition: string }; response: CompetitionShown };
  "GET /api/competition": { key: string; response: CompetitionShown };
  "POST /api/competition/entrants": { key: string; body: EnterCompetition; response: CompetitionShown };
  "GET /api/ledger": { key: string; response: Ledger };
  "POST /api/ledger": { key: string; body: Settle; response: Ledger };
  "GET /api/daily": { key?: string; response: DailyShown };
  "POST /api/daily": { key: string; body: NamedPlay; response: Seated };
  "GET /api/dailies/{day}": { key?: string; path: { day: string }; response: DailyShown };
  "GET /api/profile/dailies": { key: string; response: Calendar };
  "POST /api/deals": { key: string; body: ShareDeal; response: DealShown };
  "GET /api/deals/{code}": { key?: string; path: { code: string }; response: DealShown };
  "POST /api/deals/play": { key: string; body: PlayDeal; response: Seated };
  "POST /api/promises": { response: Promise };
  "GET /api/invitation": { key: string; response: Invitation };
  "POST /api/invitation": { body: Preview; response: Invitation };
  "POST /api/tables": { key?: string; body: NewTable; response: Seated };
  "POST /api/seats": { key?: string; body: Join; response: Seated };
  "DELETE /api/seat": { key: string; response: Health };
  "POST /api/seat/key": { key: string; response: Rotated };
  "POST /api/seat/rematch": { key: string; response: Seated };
  "POST /api/seat/move": { key: string; body: SeatMove; response: Table };
  "POST /api/seat/advice": { key: string; body: AdviceRequest; response: AdviceShown };
  "GET /api/table": { key: string; response: Table };
  "GET /api/replay": { key: string; response: Replay };
  "GET /api/record": { key: string; response: object };
}
