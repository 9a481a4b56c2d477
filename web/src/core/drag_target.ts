/** When a press becomes a drag, and which target takes what is dropped; without a DOM. */

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export const THRESHOLD_PX = 6;
/** A card that is dropped this close to a target is taken by it. */
export const SLACK_PX = 28;

/** Return whether a pointer has moved far enough to drag. */
export function isPastThreshold(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= THRESHOLD_PX;
}

/** Return whether a finger drags, instead of scrolling a list. */
export function isDragging(from: Point, to: Point, axis: "any" | "vertical"): boolean {
  return axis === "any" || Math.abs(to.y - from.y) >= Math.abs(to.x - from.x);
}

/** Return the distance of a point from a box; 0 inside it. */
export function distanceTo({ x, y }: Point, { left, top, width, height }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

/** Return the target that takes what is dropped: the smallest one around the point, else the nearest one within reach. */
export function findTarget<Target>(point: Point, targets: readonly (readonly [Target, Box])[]): Target | null {
  const reachable = targets
    .map(([target, box]) => ({ target, distance: distanceTo(point, box), area: box.width * box.height }))
    .filter(({ distance }) => distance <= SLACK_PX)
    .sort((one, other) => one.distance - other.distance || one.area - other.area);
  return reachable[0]?.target ?? null;
}
