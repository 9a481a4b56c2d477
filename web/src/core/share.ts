/** Hand a text to other people: by the system's share dialog, else by the clipboard. */

export interface Shared {
  text?: string;
  url?: string;
}
/** What became of it; `refused` if the text has to be copied by hand. */
export type Outcome = "sent" | "cancelled" | "copied" | "refused";

/** The parts of `navigator` that not every browser has; without HTTPS none has them. */
interface Device {
  share?: (content: ShareData) => Promise<void>;
  clipboard?: Pick<Clipboard, "writeText">;
}

const TITLE = "Underdeck";

export const asText = ({ text, url }: Shared): string => [text, url].filter(Boolean).join("\n");

export async function copy(content: Shared, device: Device = navigator): Promise<Outcome> {
  try {
    await device.clipboard?.writeText(asText(content));
    return device.clipboard ? "copied" : "refused";
  } catch {
    return "refused";
  }
}

export async function share(content: Shared, device: Device = navigator): Promise<Outcome> {
  if (!device.share) return copy(content, device);
  try {
    await device.share({ title: TITLE, ...content });
    return "sent";
  } catch (problem) {
    return (problem as Error).name === "AbortError" ? "cancelled" : copy(content, device);
  }
}
