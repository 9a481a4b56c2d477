/** A sentence in parts, so that the names in it can be emphasized. */

export interface Part {
  text: string;
  isName: boolean;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Split a sentence at the players' names; a longer name wins over one that it contains. */
export function partsOf(sentence: string, names: string[]): Part[] {
  const known = names.filter((name) => name.trim() !== "").toSorted((one, other) => other.length - one.length);
  if (!known.length) return [{ text: sentence, isName: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${known.map(literally).join("|")})(?![\\p{L}\\p{N}])`, "u");
  return sentence
    .split(pattern)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
