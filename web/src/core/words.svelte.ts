/** Every sentence of the page, from src/underdeck/say, in the player's language. */

export type Language = "en" | "es";
export const LANGUAGES: readonly Language[] = ["en", "es"];
type Parts = Record<string, string | number>;

const shelves: Record<Language, () => Promise<{ default: Record<string, unknown> }>> = {
  en: () => import("virtual:words/en"),
  es: () => import("virtual:words/es"),
};

let told = $state.raw<Record<string, unknown>>({});

export async function learn(language: Language): Promise<void> {
  told = (await shelves[language]()).default;
  document.documentElement.lang = language;
}

/** The language that the browser prefers, of those we speak. */
export function preferred(): Language {
  for (const wish of navigator.languages ?? []) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

function find(path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], told);
}

/** A whole table of sentences. */
export function shelf<T = string>(path: string): Record<string, T> {
  return (find(path) ?? {}) as Record<string, T>;
}

export function has(path: string): boolean {
  return find(path) !== undefined;
}

/** A sentence with its parts put in; `{n:card|cards}` is the first for 1 and the second otherwise. */
export function say(path: string, parts: Parts = {}): string {
  const found = find(path);
  const sentence = Array.isArray(found) ? found[0] : found;
  if (typeof sentence !== "string") return path;
  return fill(sentence, parts);
}

export function fill(sentence: string, parts: Parts): string {
  return sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const part = parts[name];
    if (part === undefined) return whole;
    return one === undefined ? String(part) : part === 1 ? one : (other ?? "");
  });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
