/** Records of finished games. */
import { request } from "./api";
import { saveFile } from "./files";

/** The parts of a record that the page reads; the server sends more. */
export interface GameRecord {
  deal?: { code?: string; cards?: string[]; fair?: { seed?: string; mix?: string[] } };
}

export const fetchRecord = (key: string): Promise<GameRecord> => request("GET /api/record", { key });

/** Save a record as a file. */
export function saveRecord(table: string, record: object): void {
  saveFile(`underdeck-${table.slice(0, 8)}.json`, JSON.stringify(record, null, 2));
}

/** Save the record of a finished game, opened by the key of a seat. */
export async function downloadRecord(table: string, key: string): Promise<void> {
  saveRecord(table, await fetchRecord(key));
}
