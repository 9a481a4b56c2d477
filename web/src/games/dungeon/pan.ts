/** Panning a region that is larger than its place: drag with the mouse; fingers, wheels and keys scroll it anyway. */
import type { Attachment } from "svelte/attachments";

const THRESHOLD_PX = 5;

export interface Beyond {
  left: boolean;
  right: boolean;
  up: boolean;
  down: boolean;
}
type Scrolled = Pick<
  HTMLElement,
  "scrollLeft" | "scrollTop" | "scrollWidth" | "scrollHeight" | "clientWidth" | "clientHeight"
>;
const SLACK_PX = 2;

/** Return on which sides a region goes on beyond its edges. */
export function beyond(region: Scrolled): Beyond {
  return {
    left: region.scrollLeft > SLACK_PX,
    right: region.scrollLeft + region.clientWidth < region.scrollWidth - SLACK_PX,
    up: region.scrollTop > SLACK_PX,
    down: region.scrollTop + region.clientHeight < region.scrollHeight - SLACK_PX,
  };
}

/** Drag a region with the mouse. Buttons and cards that are dragged themselves keep their presses. */
export function panning(): Attachment<HTMLElement> {
  return (node) => {
    const onDown = (down: PointerEvent) => {
      if (down.pointerType !== "mouse" || down.button !== 0 || (down.target as Element).closest("button")) return;
      const from = { left: node.scrollLeft, top: node.scrollTop };
      const listening = new AbortController();
      const { signal } = listening;
      const onMove = ({ clientX, clientY }: PointerEvent) => {
        const [x, y] = [clientX - down.clientX, clientY - down.clientY];
        if (Math.hypot(x, y) < THRESHOLD_PX) return;
        node.scrollTo({ left: from.left - x, top: from.top - y, behavior: "instant" });
      };
      addEventListener("pointermove", onMove, { signal });
      for (const end of ["pointerup", "pointercancel", "blur"])
        addEventListener(end, () => listening.abort(), { signal });
    };
    node.addEventListener("pointerdown", onDown);
    return () => node.removeEventListener("pointerdown", onDown);
  };
}
