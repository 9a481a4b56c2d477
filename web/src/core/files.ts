/** Files that the player saves. */

const REVOKE_DELAY_MS = 10_000;

/** Let the browser save a JSON text as a file. */
export function saveFile(name: string, json: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
