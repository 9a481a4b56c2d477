/** The player's games as a file: export from the profile, and import into it. */
import { request } from "../../core/api";
import { patiently } from "../../core/patience";
import type { ExportedGame, Imported } from "../../core/protocol";

export interface HistoryFile {
  underdeck_history: number;
  name: string;
  games: ExportedGame[];
}

/** The version of the files that this page reads and writes. */
export const FILE_VERSION = 1;
const PART_LENGTH = 200;
/** The limits of one import; the server allows somewhat more. */
const MAX_GAMES = 5000;
const MAX_BYTES = 15_000_000;

/** Why a file can't be read; each is a text under `profile.import_`. */
export type FileProblem = "damaged" | "foreign" | "newer" | "empty";
export class UnreadableFile extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem);
  }
}

/** Fetch all games of a profile; `progress` gets the number of games so far. */
export async function exportHistory(key: string, progress: (games: number) => void): Promise<HistoryFile> {
  const file: HistoryFile = { underdeck_history: FILE_VERSION, name: "", games: [] };
  let after: string | null = null;
  do {
    const body: { after: string | null; limit: number } = { after, limit: PART_LENGTH };
    const part = await patiently(() => request("POST /api/profile/export", { key, body }));
    file.underdeck_history = part.underdeck_history;
    file.name = part.name;
    file.games.push(...part.games);
    after = part.next;
    progress(file.games.length);
  } while (after !== null);
  return file;
}

/** Return the name of an exported file. */
export const fileName = (now: Date): string => `underdeck-${now.toISOString().slice(0, 10)}.json`;

/** Read a file; throw an `UnreadableFile` if it isn't one of ours. */
export function readHistoryFile(text: string): HistoryFile {
  const content = parse(text);
  if (typeof content !== "object" || content === null || !("underdeck_history" in content))
    throw new UnreadableFile("foreign");
  const { underdeck_history: version, name, games } = content as Partial<HistoryFile>;
  if (typeof version === "number" && version > FILE_VERSION) throw new UnreadableFile("newer");
  if (version !== FILE_VERSION || !Array.isArray(games) || !games.every(isGame)) throw new UnreadableFile("damaged");
  if (!games.length) throw new UnreadableFile("empty");
  return { underdeck_history: version, name: typeof name === "string" ? name : "", games };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A file of ours that was cut off still begins like one.
    throw new UnreadableFile(text.slice(0, 200).includes('"underdeck_history"') ? "damaged" : "foreign");
  }
}

const isGame = (game: unknown): boolean =>
  typeof game === "object" && game !== null && "record" in game && typeof game.record === "object";

/** Split games into parts that one request can carry. Most files are one part, which is imported all or none. */
export function splitGames(games: readonly ExportedGame[]): ExportedGame[][] {
  const parts: ExportedGame[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const game of games) {
    const size = new Blob([JSON.stringify(game)]).size + 1;
    const part = parts.at(-1);
    if (part && part.length < MAX_GAMES && bytes + size <= MAX_BYTES) {
      part.push(game);
      bytes += size;
    } else {
      parts.push([game]);
      bytes = size;
    }
  }
  return parts;
}

/** A part of a large file was imported before a later part was refused. */
export class PartlyImported extends Error {
  constructor(
    readonly added: number,
    problem: string,
  ) {
    super(problem);
  }
}

/** Add the games of a file to a profile. Sending a game twice does no harm: the server knows it. */
export async function importHistory(
  key: string,
  { underdeck_history, games }: HistoryFile,
): Promise<Pick<Imported, "added" | "known">> {
  const sum = { added: 0, known: 0 };
  for (const part of splitGames(games)) {
    try {
      const body = { underdeck_history, games: part };
      const { added, known } = await patiently(() => request("POST /api/profile/games", { key, body }));
      sum.added += added;
      sum.known += known;
    } catch (refusal) {
      throw sum.added ? new PartlyImported(sum.added, (refusal as Error).message) : refusal;
    }
  }
  return sum;
}
