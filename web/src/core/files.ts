/** Files that the player saves. */

const REVOKE_DELAY_MS = 10_000;

/** Let the browser save a text as a file. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
