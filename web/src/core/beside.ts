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
