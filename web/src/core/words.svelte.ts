/** The texts of the page in the player's language, from the catalogues in src/underdeck/say. */

export type Language = "en" | "es";
export const LANGUAGES: readonly Language[] = ["en", "es"];
type Params = Record<string, string | number>;

const CATALOGUES: Record<Language, () => Promise<{ default: Record<string, unknown> }>> = {
  en: () => import("virtual:words/en"),
  es: () => import("virtual:words/es"),
};

let catalogue = $state.raw<Record<string, unknown>>({});

export async function loadLanguage(language: Language): Promise<void> {
  catalogue = (await CATALOGUES[language]()).default;
  document.documentElement.lang = language;
}

/** Return the first of the browser's preferred languages that we have, English if there is none. */
export function preferredLanguage(): Language {
  for (const preferred of navigator.languages ?? []) {
    const found = LANGUAGES.find((language) => preferred.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

function find(path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], catalogue);
}

/** Return all texts under a path. */
export function section<T = string>(path: string): Record<string, T> {
  return (find(path) ?? {}) as Record<string, T>;
}

export function has(path: string): boolean {
  return find(path) !== undefined;
}

/** Return a text with its placeholders filled in; the path itself if there is no such text. */
export function say(path: string, params: Params = {}): string {
  const found = find(path);
  const text = Array.isArray(found) ? found[0] : found;
  if (typeof text !== "string") return path;
  return fill(text, params);
}

/** Fill in the placeholders of a text; `{n:card|cards}` is `card` if n is 1 and `cards` otherwise. */
export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : value === 1 ? one : (other ?? "");
  });
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
