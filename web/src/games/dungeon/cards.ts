/** The cards of Dungeon, as the server describes them. */
import { cardIn, describeGame } from "../../core/games";
import type { DungeonMoveShown } from "../../core/protocol";

export type Rank = NonNullable<DungeonMoveShown["card"]>;

const { cards, ranks } = describeGame("dungeon");

export const rankOf = (code: string): Rank => cardIn("dungeon", code).rank as Rank;

/** The number of a rank in the catalogues. */
export const numberOf = (rank: Rank): number => ranks[rank] ?? 0;

const compareCards = (one: string, other: string): number =>
  cardIn("dungeon", one).number - cardIn("dungeon", other).number || one.localeCompare(other);

/** Sort cards as a player holds them, low to high. */
export const sortHand = (codes: string[]): string[] => codes.toSorted(compareCards);

/** Return the value to draw on a card; empty if the card shows its own. */
export const valueDrawn = (code: string | null, value: number | null): string =>
  code && value && cardIn("dungeon", code).value === null ? String(value) : "";

/** The values of all passage cards, high to low. */
export const PASSAGE_VALUES: number[] = [
  ...new Set(Object.values(cards).flatMap(({ kind, value }) => (kind === "passage" && value ? [value] : []))),
].sort((one, other) => other - one);

/** The values of the passages from the cell to the exit; `first` is the view's `first_passage`. */
export const passageValues = (first: number): number[] => PASSAGE_VALUES.filter((value) => value <= first);
