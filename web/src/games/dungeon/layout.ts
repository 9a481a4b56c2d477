/**
 * The geometry of a tunnel: how large its cards are and where they lie. The main line is whole; a branch looks out
 * above it as a tab with its rank. Cards are never smaller than `MIN_CARD_PX`: a tunnel that doesn't fit is panned.
 */

export const MIN_CARD_PX = 44;
/** The height of a card by its width. */
export const CARD_RATIO = 1.42;
/** The height of a branch's tab by the width of a card; the smallest one still shows rank and suit. */
const MAX_TAB = 0.48;
const MIN_TAB = 0.4;
/** The distance of two columns by the width of a card; the smallest one still shows the rank. */
const MAX_PITCH = 1.75;
const MIN_PITCH = 0.62;
/** Cards at least this wide are never made larger at the price of overlapping. */
const COMFORTABLE_PX = 64;
const COMFORTABLE_PITCH = 1.06;
/** Room for the light around the front and for the rim of the rock. */
const EDGE = { side: 14, top: 8, bottom: 14 };
/** In a narrow porthole only the front is whole; the other cards of a row show their edges, as branches always do. */
const PORTHOLE_TAB = 0.12;
const PORTHOLE_EDGE = { side: 5, top: 3, bottom: 3 };

export interface TunnelSize {
  /** The columns that must be seen: those with cards, or all of them up to the exit. */
  columns: number;
  rows: number;
}
export interface Space {
  width: number;
  height: number;
}
export interface Geometry {
  card: number;
  pitch: number;
  tab: number;
  /** The size of the whole tunnel; larger than the space if it must be panned. */
  width: number;
  height: number;
  /** The left edge of column 0, and the top edge of row 0. */
  left: number;
  top: number;
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Return the geometry of a tunnel that is drawn as large as its space allows. */
export function fitTunnel({ width, height }: Space, { columns, rows }: TunnelSize, maxCard: number): Geometry {
  const [inner, steps, branches] = [
    { width: width - 2 * EDGE.side, height: height - EDGE.top - EDGE.bottom },
    columns - 1,
    rows - 1,
  ];
  const overlapping = inner.width / (1 + MIN_PITCH * steps);
  const apart = inner.width / (1 + COMFORTABLE_PITCH * steps);
  const byWidth = Math.max(apart, Math.min(overlapping, COMFORTABLE_PX));
  const byHeight = inner.height / (CARD_RATIO + MIN_TAB * branches);
  const card = Math.floor(clamp(Math.min(byWidth, byHeight), MIN_CARD_PX, maxCard));
  const tab = branches ? clamp((inner.height / card - CARD_RATIO) / branches, MIN_TAB, MAX_TAB) : MAX_TAB;
  const pitch = steps ? clamp((inner.width / card - 1) / steps, MIN_PITCH, MAX_PITCH) : 1;
  return place({ width, height }, { columns, rows }, card, card * pitch, card * tab);
}

/** Return the geometry of a tunnel in a porthole: its cards overlap as far as they must. */
export function fitPorthole({ width, height }: Space, { columns, rows }: TunnelSize): Geometry {
  const card = MIN_CARD_PX;
  const room = (inner: number, parts: number) => (parts ? Math.max(0, inner / parts) : 0);
  const pitch = Math.min(card * COMFORTABLE_PITCH, room(width - 2 * PORTHOLE_EDGE.side - card, columns - 1));
  const tab = Math.min(
    card * PORTHOLE_TAB,
    room(height - PORTHOLE_EDGE.top - PORTHOLE_EDGE.bottom - card * CARD_RATIO, rows - 1),
  );
  return place({ width, height }, { columns, rows }, card, pitch, tab, PORTHOLE_EDGE);
}

function place(
  space: Space,
  { columns, rows }: TunnelSize,
  card: number,
  pitch: number,
  tab: number,
  edge = EDGE,
): Geometry {
  const needed = {
    width: card + pitch * (columns - 1) + 2 * edge.side,
    height: card * CARD_RATIO + tab * (rows - 1) + edge.top + edge.bottom,
  };
  const height = Math.max(space.height, Math.floor(needed.height));
  const spare = height - needed.height;
  return {
    card,
    pitch,
    tab,
    width: Math.max(space.width, Math.floor(needed.width)),
    height,
    left: edge.side,
    top: height - edge.bottom - card * CARD_RATIO - Math.max(0, spare) / 3,
  };
}

export const columnLeft = ({ left, pitch }: Geometry, column: number): number => left + column * pitch;
export const rowTop = ({ top, tab }: Geometry, row: number): number => top - row * tab;

/** The layouts of the table: a window with room for everything, an upright phone, a phone on its side. */
export type Shape = "wide" | "tall" | "low";
const MIN_WIDE_PX = 700;
const MAX_LOW_PX = 440;

export function shapeOf({ width, height }: Space): Shape {
  if (width < MIN_WIDE_PX) return "tall";
  return height < MAX_LOW_PX ? "low" : "wide";
}

/** Return whether the rivals are portholes that open on demand. A single rival of an upright phone has room enough. */
export const hasPortholes = (shape: Shape, rivals: number): boolean =>
  shape === "low" || (shape === "tall" && rivals > 1);
