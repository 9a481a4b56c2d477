/**
 * The plan of a dungeon: the cell on the left, one column per step towards the exit. The main line, in row 0, leads to
 * the front; branches have rows of their own.
 */
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

export function planOf(dungeon: PassageShown[], digs: Dig[] = []): Plan {
  const all: TreeNode[] = [
    ...dungeon.map(({ depth, next_to }, index) => ({ place: index + 1, depth, next_to, move: null })),
    ...digs.map(({ place, move }, index) => {
      const depth = (dungeon[place - 1]?.depth ?? 0) + 1;
      return { place: -1 - index, depth, next_to: place, move };
    }),
  ];
  const cell: TreeNode = { place: 0, depth: 0, next_to: null, move: null };
  const toFront = pathToFront(dungeon);
  const childrenOf = ({ place }: TreeNode) =>
    all
      .filter((each) => each.next_to === place)
      .sort((one, other) => Number(toFront.has(other.place)) - Number(toFront.has(one.place)));
  const spots: Spot[] = [];
  const occupied: { row: number; from: number; to: number }[] = [];

  const lengthOf = (node: TreeNode): number => 1 + Math.max(0, ...childrenOf(node).map(lengthOf));
  /** Long branches lie next to the main line, so that no card hangs in the air. */
  const longestFirst = (branches: TreeNode[]) => branches.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  /** Add a tunnel in the first row with room for it, then its branches, the deepest first. */
  const addTunnel = (start: TreeNode, from: Spot | null, row: number) => {
    const chain = [start];
    for (let next = childrenOf(start)[0]; next; next = childrenOf(next)[0]) chain.push(next);
    const [first, last] = [start.depth, (chain.at(-1) ?? start).depth];
    while (occupied.some((each) => each.row === row && each.from <= last && each.to >= first)) row++;
    occupied.push({ row, from: first, to: last });
    let before = from;
    const added = chain.map((node) => {
      const spot: Spot = {
        place: node.place,
        column: node.depth,
        row,
        from: before && { column: before.column, row: before.row },
        move: node.move,
      };
      spots.push(spot);
      before = spot;
      return { node, spot };
    });
    for (const { node, spot } of added.reverse())
      for (const branch of longestFirst(childrenOf(node).slice(1))) addTunnel(branch, spot, row + 1);
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
  depth: number;
  next_to: number | null;
  move: string | null;
}

/** Return the passages between the cell and the front, which was dug last. */
function pathToFront(dungeon: PassageShown[]): Set<number> {
  const path = new Set<number>();
  for (let place = dungeon.length; place > 0; place = dungeon[place - 1]?.next_to ?? 0) path.add(place);
  return path;
}
