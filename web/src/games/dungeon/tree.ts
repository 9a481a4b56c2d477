/** The layout of a dungeon: the cell on the left, one column per value, branches below. */
import type { PassageShown } from "../../core/protocol";

export interface Spot {
  /** The passage's number, from 1; 0 for the cell. */
  place: number;
  column: number;
  row: number;
  from: { column: number; row: number } | null;
  /** The move that digs here, if the passage doesn't exist yet. */
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
  const all: TreeNode[] = [
    ...dungeon.map(({ value, next_to }, index) => ({ place: index + 1, value, next_to, move: null })),
    ...digs.map(({ place, value, move }, index) => ({ place: -1 - index, value, next_to: place, move })),
  ];
  const cell: TreeNode = { place: 0, value: CELL_VALUE, next_to: -1, move: null };
  const spots: Spot[] = [];
  const occupied: { row: number; from: number; to: number }[] = [];

  /** Add a tunnel in the first row with room for it, then its branches, the deepest first. */
  const addTunnel = (start: TreeNode, from: Spot | null, row: number) => {
    const chain = [start];
    for (let next = childrenOf(all, start)[0]; next; next = childrenOf(all, next)[0]) chain.push(next);
    const [first, last] = [columnOf(start), columnOf(chain[chain.length - 1] ?? start)];
    while (occupied.some((each) => each.row === row && each.from <= last && each.to >= first)) row++;
    occupied.push({ row, from: first, to: last });
    let before = from;
    const added = chain.map((node) => {
      const spot: Spot = {
        place: node.place,
        column: columnOf(node),
        row,
        from: before && { column: before.column, row: before.row },
        move: node.move,
      };
      spots.push(spot);
      before = spot;
      return { node, spot };
    });
    for (const { node, spot } of added.reverse())
      for (const branch of childrenOf(all, node).slice(1)) addTunnel(branch, spot, row + 1);
  };
  addTunnel(cell, null, 0);
  return {
    spots,
    columns: Math.max(...spots.map((spot) => spot.column)) + 1,
    rows: Math.max(...spots.map((spot) => spot.row)) + 1,
  };
}

interface TreeNode {
  place: number;
  value: number;
  next_to: number;
  move: string | null;
}
const columnOf = ({ value }: TreeNode) => CELL_VALUE - value;
const childrenOf = (all: TreeNode[], { place }: TreeNode) => all.filter((each) => each.next_to === place);
