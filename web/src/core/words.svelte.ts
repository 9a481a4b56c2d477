/** The texts of the page in the player's language, from the catalogues in src/underdeck/say. */
import enFirst from "virtual:words/en/first";
import esFirst from "virtual:words/es/first";
import type { ListKey, SectionPath, Texts } from "../../generated/catalogue";

export type Language = "en" | "es";
export const LANGUAGES: readonly Language[] = ["en", "es"];

/** The key of a text, such as `screen.home`. A key that isn't in the catalogue fails the type check. */
export type TextKey = keyof Texts;
/** The keys of the texts under a path, without the path. */
type KeyIn<Path extends SectionPath> = TextKey extends infer Key
  ? Key extends `${Path}.${infer Rest}`
    ? Rest
    : never
  : never;
type Params<Name extends string = string> = Record<Name, string | number>;
/** The keys of texts without placeholders. */
export type PlainKey = { [Key in TextKey]: [Texts[Key]] extends [never] ? Key : never }[TextKey];
/** The parameters of a text: those of all possible texts if the key is one of several. */
type ParamsOf<Key extends TextKey> = TextKey extends Key
  ? [params?: Params] // the key is wrong; the error is about the key then, not about missing parameters
  : [Texts[Key]] extends [never]
    ? [params?: Params]
    : [params: Params<Texts[Key]>];
type Catalogue = Record<string, string | string[]>;

/** The texts of the home screen. All languages are loaded at once: another request would take longer. */
const FIRST: Record<Language, Catalogue> = { en: enFirst, es: esFirst };
/** The texts of all other screens. */
const REST: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:words/en/rest"),
  es: () => import("virtual:words/es/rest"),
};

let catalogue = $state.raw<Catalogue>({});
let hasAll = false;

/** Load all texts of a language. */
export async function loadLanguage(language: Language): Promise<void> {
  const { default: rest } = await REST[language]();
  catalogue = { ...FIRST[language], ...rest };
  hasAll = true;
  document.documentElement.lang = language;
}

/** Choose the language of the texts that the home screen needs. */
export function useFirstTexts(language: Language): void {
  catalogue = { ...FIRST[language], ...catalogue };
  document.documentElement.lang = language;
}

/** Load the texts of the screens beyond home, unless they are loaded. */
export async function loadAllTexts(language: Language): Promise<void> {
  if (!hasAll) await loadLanguage(language);
}

/** Return the first of the browser's preferred languages that we have, English if there is none. */
export function preferredLanguage(): Language {
  for (const preferred of navigator.languages ?? []) {
    const found = LANGUAGES.find((language) => preferred.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

/** Return a text with its placeholders filled in. */
export function say<Key extends TextKey>(key: Key, ...[params = {}]: ParamsOf<Key>): string {
  const text = catalogue[key];
  return typeof text === "string" ? fill(text, params) : key;
}

/** Return a list of texts. */
export function list(key: ListKey): readonly string[] {
  const texts = catalogue[key];
  return Array.isArray(texts) ? texts : [];
}

/** Return the list of texts of something that data names; an empty one if there is none. */
export function listOf(path: SectionPath, name: string): readonly string[] {
  const texts = catalogue[`${path}.${name}`];
  return Array.isArray(texts) ? texts : [];
}

/** Return the text of something that data names, such as an option of a game; an empty one if there is none. */
export function entry(path: SectionPath, name: string | number, params: Params = {}): string {
  const text = catalogue[`${path}.${name}`];
  return typeof text === "string" ? fill(text, params) : "";
}

/** Return all texts under a path, with the rest of their keys. */
export function section<Path extends SectionPath>(path: Path): [KeyIn<Path>, string][] {
  const start = `${path}.`;
  const inside = Object.entries(catalogue).filter(([key, text]) => typeof text === "string" && key.startsWith(start));
  return inside.map(([key, text]) => [key.slice(start.length) as KeyIn<Path>, text as string]);
}

/** Contract the Spanish `a el` and `de el`, which a placeholder can bring together; names keep their `El`. */
const contract = (text: string) => text.replace(/\b([Aa]|[Dd]e) el\b/g, "$1l");

/** Fill in the placeholders of a text; `{n:card|cards}` is `card` if n is 1 and `cards` otherwise. */
export function fill(text: string, params: Params): string {
  const filled = text.replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, one?: string, other?: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      return one === undefined ? String(value) : value === 1 ? one : (other ?? "");
    },
  );
  return contract(filled);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
