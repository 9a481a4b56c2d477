/** The cards of chronicles: those that the page knows, and how files draw them. */
import { isRed } from "../../cards/faces";
import { cardName } from "../../cards/names";
import { describeGame, isGame } from "../../core/games";
import { addIcons, outlineOf } from "../../core/icons.svelte";
import { findGame } from "../../games/registry";
import type { DrawnCard } from "./tale_file";

/** Return the cards that the page can draw. */
export const knownCards = (game: string, codes: readonly string[]): string[] =>
  isGame(game) ? codes.filter((code) => Object.hasOwn(describeGame(game).cards, code)) : [];

/** Load the icons of the cards of a game. */
export async function loadCardIcons(game: string): Promise<void> {
  if (isGame(game)) addIcons((await findGame(game).loadIcons()).default);
}

/** Draw the cards of a game for a file; their icons must have been loaded. */
export function drawCards(game: string, codes: readonly string[]): DrawnCard[] {
  if (!isGame(game)) return [];
  const { faceOf } = findGame(game);
  return knownCards(game, codes)
    .map(faceOf)
    .map((face) => ({
      face,
      isRed: isRed(face.code),
      label: `${cardName(face.code)}: ${face.kindName}`,
      outline: outlineOf(face.icon),
    }));
}
