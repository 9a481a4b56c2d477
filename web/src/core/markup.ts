/** HTML for files, with all texts escaped: html`<p>${text}</p>`. */

const ESCAPED = /[&<>"'`]/g;

/** A piece of HTML that is already escaped. */
export class Markup {
  constructor(readonly html: string) {}
}
type Piece = string | number | Markup | readonly Piece[];

/** Escape a text for the content of an element or for an attribute in quotes. */
export const escapeText = (text: string): string =>
  text.replace(ESCAPED, (character) => `&#${character.charCodeAt(0)};`);

/** Fill texts, numbers and other pieces into HTML; only pieces that were made by this function stay as they are. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.map((string, index) => string + write(pieces[index] ?? "")).join(""));
}

function write(piece: Piece): string {
  if (piece instanceof Markup) return piece.html;
  return typeof piece === "object" ? piece.map(write).join("") : escapeText(String(piece));
}
