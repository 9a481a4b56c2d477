/** Records of finished games. */
import { ask } from "./api";

/** Save the record of a finished game as a file. */
export async function downloadRecord(table: string, key: string): Promise<void> {
  const record = await ask<object>("GET", "record", { key });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
  link.download = `underdeck-${table.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
