/** Records of finished games. */
import { request } from "./api";

/** The parts of a record that the page reads; the server sends more. */
export interface GameRecord {
  deal?: { code?: string; cards?: string[]; fair?: { seed?: string; mix?: string[] } };
}

export const fetchRecord = (key: string): Promise<GameRecord> => request("GET /api/record", { key });

/** Save the record of a finished game as a file. */
export async function downloadRecord(table: string, key: string): Promise<void> {
  const record = await fetchRecord(key);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
  link.download = `underdeck-${table.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
