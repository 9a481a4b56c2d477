/** The messages of the wire protocol. Generated from the published schemas by `make types`; do not edit. */

export interface Published {
  Claim: Claim;
  Code: Code;
  Games: Games;
  GameShown: GameShown;
  CardShown: CardShown;
  Health: Health;
  Invitation: Invitation;
  Join: Join;
  Lesson: Lesson;
  LessonStep: LessonStep;
  Lobby: Lobby;
  TableListed: TableListed;
  NewProfile: NewProfile;
  NewTable: NewTable;
  Clock: Clock;
  NotTaken: NotTaken;
  RefusedParts: RefusedParts;
  OwnSeat: OwnSeat;
  Preview: Preview;
  ProfileKey: ProfileKey;
  ProfileShown: ProfileShown;
  ResultListed: ResultListed;
  Promise: Promise;
  Replay: Replay;
  ReplayStep: ReplayStep;
  Rotated: Rotated;
  Seated: Seated;
  Table: Table;
  SeatShown: SeatShown;
  FairShown: FairShown;
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
  Hello: Hello;
  Move: Move;
  Undo: Undo;
  Count: Count;
  Commit: Commit;
  Reveal: Reveal;
  Resign: Resign;
  Rematch: Rematch;
  Speak: Speak;
  Sync: Sync;
  Done: Done;
  Refused: Refused;
  Spoken: Spoken;
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
  is_solitaire: boolean;
  needs: {
    [k: string]: string;
  };
  excludes: string[][];
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
    | "accusations.other"
    | "accusations.you"
    | "aces.other"
    | "aces.pass"
    | "aces.you"
    | "answered.other"
    | "answered.you"
    | "asked.deny"
    | "asked.other"
    | "asked.you"
    | "attacked.fall"
    | "attacked.fight"
    | "attacked.other"
    | "attacked.retreat"
    | "attacked.strike"
    | "attacked.two"
    | "attacked.you"
    | "bid.other"
    | "bid.you"
    | "caught.burn"
    | "caught.other"
    | "caught.you"
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
    | ["careful" | "random"]
    | ["careful" | "random", "careful" | "random"]
    | ["careful" | "random", "careful" | "random", "careful" | "random"];
  /**
   * A player's share of the shuffle in plain text; the server draws one if empty.
   */
  words?: string;
  share?: string | null;
  secret?: string | null;
  listed?: boolean;
  clock?: Clock | null;
  window?: number;
  pace?: number;
  /**
   * A deal code, whose last character is a checksum, or `walkthrough`; for solitaires only.
   */
  deal?: string;
  again?: string | null;
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
 * A table at which the profile has a seat.
 */
export interface OwnSeat {
  table: string;
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
}
/**
 * A new key; the old one is revoked.
 */
export interface Rotated {
  key: string;
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
  result?: (TombResult | DungeonResult) | null;
  unseen: string[] | null;
  undo?: boolean;
  count?: boolean;
  resign?: boolean;
  rematch?: string | null;
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
  "POST /api/promises": { response: Promise };
  "GET /api/invitation": { key: string; response: Invitation };
  "POST /api/invitation": { body: Preview; response: Invitation };
  "POST /api/tables": { key?: string; body: NewTable; response: Seated };
  "POST /api/seats": { key?: string; body: Join; response: Seated };
  "DELETE /api/seat": { key: string; response: Health };
  "POST /api/seat/key": { key: string; response: Rotated };
  "POST /api/seat/rematch": { key: string; response: Seated };
  "GET /api/table": { key: string; response: Table };
  "GET /api/replay": { key: string; response: Replay };
  "GET /api/record": { key: string; response: object };
}
