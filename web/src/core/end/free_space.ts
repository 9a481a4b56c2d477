/** Where the board of the result fits beside what has to stay visible. */

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}

const widthOf = ({ left, right }: Area) => right - left;
const heightOf = ({ top, bottom }: Area) => bottom - top;
const overlaps = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Return how much of the wanted size an area has, from 0 to 1. */
const fitOf = (area: Area, wanted: Size) =>
  Math.min(1, widthOf(area) / wanted.width) * Math.min(1, heightOf(area) / wanted.height);

/** Return the empty rectangles of a room that can't be enlarged, and smaller ones. */
function* emptyAreas(room: Area, taken: Area[]): Generator<Area> {
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const xs = [room.left, room.right, ...taken.flatMap(({ left, right }) => [left, right])];
  const ys = [room.top, room.bottom, ...taken.flatMap(({ top, bottom }) => [top, bottom])];
  const columns = [...new Set(xs.map((x) => within(x, room.left, room.right)))].sort((a, b) => a - b);
  const rows = [...new Set(ys.map((y) => within(y, room.top, room.bottom)))].sort((a, b) => a - b);
  for (const left of columns)
    for (const right of columns.filter((x) => x > left))
      for (const top of rows)
        for (const bottom of rows.filter((y) => y > top)) {
          const area = { left, top, right, bottom };
          if (!taken.some((each) => overlaps(each, area))) yield area;
        }
}

/** Return the empty area in which most of the wanted size fits; of equal ones the rightmost, then the lowest, then the tallest. */
function largest(room: Area, taken: Area[], wanted: Size): Area | null {
  const ranks = (area: Area) => [fitOf(area, wanted), area.right, area.bottom, heightOf(area), widthOf(area)];
  const compare = (one: Area, other: Area) => {
    const theirs = ranks(other);
    return (
      ranks(one)
        .map((rank, index) => rank - (theirs[index] ?? 0))
        .find((gain) => Math.abs(gain) > 1e-9) ?? 0
    );
  };
  let best: Area | null = null;
  for (const area of emptyAreas(room, taken)) if (best === null || compare(area, best) > 0) best = area;
  return best;
}

/** How much of the board has to fit beside the first list of boxes, and beside all others. */
const LEAST_FIT = { first: 0.6, others: 0.8 };

/**
 * Return the area for a board of the wanted size. `kept` are lists of boxes that must not be covered, the most important
 * ones first: a list is given up if otherwise too little of the board would fit.
 */
export function freeSpace(room: Area, kept: Area[][], wanted: Size): Area {
  for (let lists = kept.length; lists > 0; lists--) {
    const area = largest(room, kept.slice(0, lists).flat(), wanted);
    if (area && fitOf(area, wanted) >= (lists === 1 ? LEAST_FIT.first : LEAST_FIT.others)) return area;
  }
  return room;
}
