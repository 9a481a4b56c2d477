/** Where each passage of a dungeon is drawn: the cell at the left, each value a step further, branches beneath. */
import type { PassageShown } from "../core/protocol";

export interface Spot {
  /** The passage's number, from 1; 0 for the cell. */
  place: number;
  column: number;
  row: number;
  from: { column: number; row: number } | null;
  /** A place where a passage may be dug, and the move that does it. */
  move: string | null;
}

export interface Plan {
  spots: Spot[];
  columns: number;
  rows: number;
}

export interface Dig {
  place: number;
  value: number;
  move: string;
}

const CELL_VALUE = 11;

export function planOf(dungeon: PassageShown[], digs: Dig[] = []): Plan {
  const all = [
    ...dungeon.map(({ value, next_to }, index) => ({ place: index + 1, value, next_to, move: null as string | null })),
    ...digs.map(({ place, value, move }, index) => ({ place: -1 - index, value, next_to: place, move })),
  ];
  const spots: Spot[] = [];
  let lowest = 0;
  const walk = (spot: Spot) => {
    spots.push(spot);
    all
      .filter((each) => each.next_to === spot.place)
      .forEach(({ place, value, move }, index) => {
        const row = index === 0 ? spot.row : ++lowest;
        walk({ place, column: CELL_VALUE - value, row, from: { column: spot.column, row: spot.row }, move });
      });
  };
  walk({ place: 0, column: 0, row: 0, from: null, move: null });
  return { spots, columns: Math.max(...spots.map((spot) => spot.column)) + 1, rows: lowest + 1 };
}
