/** A card as HTML for files. */
import { html, type Markup } from "../core/markup";
import { type Face, isRed } from "./faces";
import { cardName } from "./names";

/** Draw a card face up, without its title; `outline` is that of its icon. */
export const cardMarkup = ({ code, rank, suit, symbol, kindName }: Face, outline: string): Markup =>
  html`<div class="card${isRed(code) ? " red" : ""}" role="img" aria-label="${cardName(code)}: ${kindName}"><b aria-hidden="true">${suit ? rank : ""}${symbol}</b><svg viewBox="0 0 512 512" aria-hidden="true"><path fill="currentColor" d="${outline}"/></svg></div>`;
