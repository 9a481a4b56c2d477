/** The cards of chronicles: those that the page knows, and how files draw them. */
import { cardMarkup } from "../../cards/card_markup";
import { describeGame, isGame } from "../../core/games";
import { addIcons, outlineOf } from "../../core/icons.svelte";
import type { Markup } from "../../core/markup";
import { findGame } from "../../games/registry";

/** Return the cards that the page can draw. */
export const knownCards = (game: string, codes: readonly string[]): string[] =>
  isGame(game) ? codes.filter((code) => Object.hasOwn(describeGame(game).cards, code)) : [];

/** Load the icons of the cards of a game. */
export async function loadCardIcons(game: string): Promise<void> {
  if (isGame(game)) addIcons((await findGame(game).loadIcons()).default);
}

/** Draw the cards of a game for a file; their icons must have been loaded. */
export function drawCards(game: string, codes: readonly string[]): Markup[] {
  if (!isGame(game)) return [];
  const faces = knownCards(game, codes).map(findGame(game).faceOf);
  return faces.map((face) => cardMarkup(face, outlineOf(face.icon)));
}
