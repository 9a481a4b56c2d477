/** A cue that a box can be scrolled sideways: attributes by which its edges fade (app.css). */

interface Extent {
  scrollLeft: number;
  scrollWidth: number;
  clientWidth: number;
}

/** Return on which sides of a box something is hidden; fractions of a pixel don't count. */
export function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: Extent): { start: boolean; end: boolean } {
  return { start: scrollLeft > 1, end: scrollWidth - clientWidth - scrollLeft > 1 };
}

/** Keep the attributes `data-more-start` and `data-more-end` of a box up to date. */
export function scrollCue(box: HTMLElement) {
  const mark = () => {
    const { start, end } = hiddenSides(box);
    box.toggleAttribute("data-more-start", start);
    box.toggleAttribute("data-more-end", end);
  };
  const observer = new ResizeObserver(mark);
  for (const each of [box, ...box.children]) observer.observe(each);
  box.addEventListener("scroll", mark, { passive: true });
  return {
    destroy() {
      observer.disconnect();
      box.removeEventListener("scroll", mark);
    },
  };
}
