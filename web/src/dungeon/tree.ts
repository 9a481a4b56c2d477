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
  const all: Grown[] = [
    ...dungeon.map(({ value, next_to }, index) => ({ place: index + 1, value, next_to, move: null })),
    ...digs.map(({ place, value, move }, index) => ({ place: -1 - index, value, next_to: place, move })),
  ];
  const cell: Grown = { place: 0, value: CELL_VALUE, next_to: -1, move: null };
  const spots: Spot[] = [];
  const taken: { row: number; from: number; to: number }[] = [];

  /** A tunnel as far as it goes straight on, in the first row with room for it; then its branches, the deepest first. */
  const lay = (start: Grown, from: Spot | null, row: number) => {
    const chain = [start];
    for (let next = followers(all, start)[0]; next; next = followers(all, next)[0]) chain.push(next);
    const [first, last] = [columnOf(start), columnOf(chain[chain.length - 1] ?? start)];
    while (taken.some((each) => each.row === row && each.from <= last && each.to >= first)) row++;
    taken.push({ row, from: first, to: last });
    let before = from;
    const laid = chain.map((grown) => {
      const spot: Spot = {
        place: grown.place,
        column: columnOf(grown),
        row,
        from: before && { column: before.column, row: before.row },
        move: grown.move,
      };
      spots.push(spot);
      before = spot;
      return { grown, spot };
    });
    for (const { grown, spot } of laid.reverse())
      for (const branch of followers(all, grown).slice(1)) lay(branch, spot, row + 1);
  };
  lay(cell, null, 0);
  return {
    spots,
    columns: Math.max(...spots.map((spot) => spot.column)) + 1,
    rows: Math.max(...spots.map((spot) => spot.row)) + 1,
  };
}

interface Grown {
  place: number;
  value: number;
  next_to: number;
  move: string | null;
}
const columnOf = ({ value }: Grown) => CELL_VALUE - value;
const followers = (all: Grown[], { place }: Grown) => all.filter((each) => each.next_to === place);
