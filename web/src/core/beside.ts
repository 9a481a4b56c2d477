/** Where a popover goes: beside an element and inside the window, never over the element. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Side = "above" | "below" | "right" | "left";

const GAP_PX = 8;
const EDGE_PX = 8;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Return the place of a popover; above the element if there is room, else below, right, left, or where most room is. */
export function placeBeside(
  anchor: Box,
  { width, height }: Size,
  window: Size,
): { left: number; top: number; side: Side } {
  const room: Record<Side, number> = {
    above: anchor.top - GAP_PX - EDGE_PX - height,
    below: window.height - anchor.top - anchor.height - GAP_PX - EDGE_PX - height,
    right: window.width - anchor.left - anchor.width - GAP_PX - EDGE_PX - width,
    left: anchor.left - GAP_PX - EDGE_PX - width,
  };
  const sides: Side[] = ["above", "below", "right", "left"];
  const side =
    sides.find((each) => room[each] >= 0) ?? sides.reduce((best, each) => (room[each] > room[best] ? each : best));
  const middle = {
    left: clamp(anchor.left + (anchor.width - width) / 2, EDGE_PX, window.width - width - EDGE_PX),
    top: clamp(anchor.top + (anchor.height - height) / 2, EDGE_PX, window.height - height - EDGE_PX),
  };
  const places: Record<Side, { left: number; top: number }> = {
    above: { left: middle.left, top: anchor.top - GAP_PX - height },
    below: { left: middle.left, top: anchor.top + anchor.height + GAP_PX },
    right: { left: anchor.left + anchor.width + GAP_PX, top: middle.top },
    left: { left: anchor.left - GAP_PX - width, top: middle.top },
  };
  return { ...places[side], side };
}

const overlaps = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Return a place near an element that covers neither it nor any of the obstacles; null if there is none. */
export function placeClear(
  anchor: Box,
  { width, height }: Size,
  window: Size,
  obstacles: readonly Box[],
): { left: number; top: number } | null {
  const left = clamp(anchor.left + (anchor.width - width) / 2, EDGE_PX, window.width - width - EDGE_PX);
  const top = clamp(anchor.top + (anchor.height - height) / 2, EDGE_PX, window.height - height - EDGE_PX);
  const aboveAndBelow = [anchor, ...obstacles].flatMap((box) => [
    { left, top: box.top - GAP_PX - height },
    { left, top: box.top + box.height + GAP_PX },
  ]);
  const beside = [
    { left: anchor.left + anchor.width + GAP_PX, top },
    { left: anchor.left - GAP_PX - width, top },
  ];
  const distance = (place: { left: number; top: number }) =>
    Math.hypot(
      place.left + width / 2 - anchor.left - anchor.width / 2,
      place.top + height / 2 - anchor.top - anchor.height / 2,
    );
  const isInside = (place: { left: number; top: number }) =>
    place.left >= EDGE_PX &&
    place.top >= EDGE_PX &&
    place.left + width <= window.width - EDGE_PX &&
    place.top + height <= window.height - EDGE_PX;
  return (
    [...aboveAndBelow, ...beside]
      .filter(isInside)
      .filter((place) => ![anchor, ...obstacles].some((box) => overlaps({ ...place, width, height }, box)))
      .sort((one, other) => distance(one) - distance(other))[0] ?? null
  );
}
