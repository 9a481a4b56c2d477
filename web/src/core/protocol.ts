/** What goes over the wire. Made from the published schemas by `make types`; not to be edited. */

export interface Published {
  Claim: Claim;
  Code: Code;
  Games: Games;
  GameShown: GameShown;
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
  TombShown: TombShown;
  DungeonShown: DungeonShown;
  PlayerShown: PlayerShown;
  PassageShown: PassageShown;
  EventShown: EventShown;
  TombResult: TombResult;
  DungeonResult: DungeonResult;
}
/**
 * The code, typed on the other device.
 */
export interface Claim {
  code: string;
}
/**
 * A code that moves a profile to another device, once and soon.
 */
export interface Code {
  code: string;
  expires: number;
}
/**
 * What can be played here.
 */
export interface Games {
  games: GameShown[];
  phrases: string[];
  languages: string[];
}
/**
 * A game, and the options of its house.
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
}
/**
 * Is it alive?
 */
export interface Health {
  status: "draining" | "ok" | "unavailable";
}
/**
 * What one is invited to, and the promise of its shuffle, to be seen before one's words are chosen.
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
 * Take a seat: with the key of an invitation, or by the name of a table that the lobby lists.
 */
export interface Join {
  /**
   * How a player is called: at least one visible character, and none that is invisible.
   */
  name: string;
  key?: string | null;
  table?: string | null;
  /**
   * A player's own words, mixed into the shuffle; drawn if left empty.
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
  result: {};
}
/**
 * One moment of a lesson: what the learner, at the first seat, sees; and the script's next move, by whoever makes it.
 */
export interface LessonStep {
  view: {};
  events: {}[];
  story: string[];
  rules: string[];
  seat: number | null;
  move: string | null;
  before: string | null;
  why: string | null;
}
/**
 * The tables that wait for players.
 */
export interface Lobby {
  tables: TableListed[];
}
/**
 * A table as the lobby shows it.
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
 * Who one wants to be.
 */
export interface NewProfile {
  /**
   * How a player is called: at least one visible character, and none that is invisible.
   */
  name: string;
  language?: "en" | "es";
}
/**
 * A table as one wants it: people sit in the seats that no bot takes, the one who opens it in the first.
 */
export interface NewTable {
  game: "dungeon" | "tomb";
  /**
   * How a player is called: at least one visible character, and none that is invisible.
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
   * A player's own words, mixed into the shuffle; drawn if left empty.
   */
  words?: string;
  share?: string | null;
  secret?: string | null;
  listed?: boolean;
  clock?: Clock | null;
  window?: number;
  pace?: number;
  /**
   * A deal code, whose last character checks the others, or `walkthrough`; solitaires only.
   */
  deal?: string;
  again?: string | null;
  promise?: string | null;
}
/**
 * How long people may think: so many seconds for each move, and beyond these a reserve for the whole game.
 */
export interface Clock {
  move?: number;
  reserve?: number;
  then?: "bot" | "lose";
}
/**
 * What can't be, over HTTP.
 */
export interface NotTaken {
  refused: RefusedParts;
}
/**
 * A code for programs, and a sentence that says what to do.
 */
export interface RefusedParts {
  code: string;
  text: string;
}
/**
 * The table at which a profile sits.
 */
export interface OwnSeat {
  table: string;
}
/**
 * A table that the lobby lists, to be looked at before one sits down.
 */
export interface Preview {
  table: string;
}
/**
 * A profile, and the key that opens it.
 */
export interface ProfileKey {
  profile: string;
  name: string;
  language: "en" | "es";
  key: string;
}
/**
 * A profile, its tables and its finished games.
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
 * How a game ended.
 */
export interface ResultListed {
  table: string;
  game: string;
  seat: number;
  at: number;
  result: {};
}
/**
 * The seed of a shuffle to come, promised by its hash; to be used once, for a new table.
 */
export interface Promise {
  promise: string;
  commitment: string;
  expires: number;
}
/**
 * A finished game, from its beginning to its end.
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
  result: {};
}
/**
 * One move of a finished game, and what a seat knew after it.
 */
export interface ReplayStep {
  seat: number | null;
  move: string | null;
  view: {};
  events: {}[];
  story: string[];
}
/**
 * A new key; the old one opens nothing any more.
 */
export interface Rotated {
  key: string;
}
/**
 * A seat, and the key that plays it.
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
 * The table as one seat, or a spectator, may know it; what is left out is as it was in the last one over this connection.
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
  view: {} | null;
  events: {}[];
  story: string[];
  result?: {} | null;
  unseen: string[] | null;
  undo?: boolean;
  count?: boolean;
  rematch?: string | null;
  done?: string;
}
/**
 * Who plays a seat; its reserve of time and when it runs out, if its clock runs.
 */
export interface SeatShown {
  name: string;
  bot: string | null;
  wants_rematch: boolean;
  reserve: number | null;
  deadline: number | null;
}
/**
 * The shuffle: commitments before the game, and everything they commit to when it is over.
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
 * The first message: the key of a seat, or one to watch with, and the last version that the client saw.
 */
export interface Hello {
  type: "hello";
  /**
   * A capability: whoever has it may use it.
   */
  key: string;
  seen?: number;
  language?: "en" | "es";
  story?: boolean;
  protocol?: 1 | 2;
}
/**
 * Make a move, chosen when the table was at that version.
 */
export interface Move {
  type: "move";
  /**
   * What the client calls a move: sent twice, it is made once.
   */
  id: string;
  version: number;
  /**
   * A move as docs/notation.md writes it.
   */
  move: string;
}
/**
 * Take the last move of a solitaire back; the game is assisted from then on.
 */
export interface Undo {
  type: "undo";
  /**
   * What the client calls a move: sent twice, it is made once.
   */
  id: string;
  version: number;
}
/**
 * Open the card counter of a solitaire; the game is assisted from then on.
 */
export interface Count {
  type: "count";
  /**
   * What the client calls a move: sent twice, it is made once.
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
   * SHA-256, in hexadecimal, of words that the player reveals later.
   */
  share: string;
}
/**
 * Reveal the share that was committed to, when `fair.owes` asks for it: everybody has committed by then.
 */
export interface Reveal {
  type: "reveal";
  words: string;
}
/**
 * Give up, as soon as the game waits for this seat.
 */
export interface Resign {
  type: "resign";
}
/**
 * Another game in the same company, once everybody wants it.
 */
export interface Rematch {
  type: "rematch";
}
/**
 * One of a few phrases, to everybody at the table.
 */
export interface Speak {
  type: "speak";
  phrase: "good_game" | "good_luck" | "hello" | "hurry" | "oops" | "thanks" | "well_played" | "wow";
}
/**
 * Show the table again, with all that happened after that version.
 */
export interface Sync {
  type: "sync";
  seen?: number;
}
/**
 * The move is made, and on disk.
 */
export interface Done {
  type: "done";
  id: string;
  version: number;
}
/**
 * What can't be: a code for programs, and a sentence that says what to do.
 */
export interface Refused {
  type: "refused";
  code: string;
  text: string;
  id?: string | null;
  version?: number | null;
}
/**
 * Somebody at the table says a phrase.
 */
export interface Spoken {
  type: "spoken";
  seat: number;
  phrase: "good_game" | "good_luck" | "hello" | "hurry" | "oops" | "thanks" | "well_played" | "wow";
}
/**
 * What the player of a Tomb sees.
 */
export interface TombShown {
  phase: "between" | "dark" | "dropping" | "held" | "marking" | "over" | "standing" | "struck" | "turning";
  turn: number;
  deepest: number;
  deck: number;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
   */
  under: string[];
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
   */
  torches: string[];
  burnt: number;
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
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
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
   */
  spent: string[];
  /**
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
   */
  hand: string[];
  points: number;
  kings: number;
  ending: ("escaped" | "lost" | "slain") | null;
  legal: string[];
}
/**
 * What a seat of a Dungeon, or a spectator, sees.
 */
export interface DungeonShown {
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
   * Items: A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.
   */
  laid: string[];
  creature: string | null;
  robber: string | null;
  ending: ("alone" | "escaped" | "stalemate") | null;
  winner: number | null;
  legal: string[];
}
/**
 * What is known of a player of a Dungeon.
 */
export interface PlayerShown {
  seat: number;
  alive: boolean;
  left_cell: boolean;
  cards: number;
  hand: string[] | null;
  cell: string | null;
  dungeon: PassageShown[];
  has_bid: boolean;
}
/**
 * A passage: what it claims to be, the place it lies next to (0 is the cell), and its card if that may be known.
 */
export interface PassageShown {
  value: number;
  next_to: number;
  card: string | null;
}
/**
 * Something that happened: its name and its parts, of which each event has its own.
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
 * How a Tomb ended.
 */
export interface TombResult {
  ending: string;
  kings: number;
  points: number;
  gold: number;
  won: boolean;
  assisted?: boolean;
}
/**
 * How a Dungeon ended.
 */
export interface DungeonResult {
  ending: string;
  winner: number | null;
  alive: number[];
  turns: number;
  assisted?: boolean;
}
