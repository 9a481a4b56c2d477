import { duration } from "./settings.svelte";

/** Scroll an element near the top of its scroll container; outer containers don't scroll. */
export function bringIntoView(element: HTMLElement): void {
  const container = scrollContainer(element);
  const behavior = duration(1) ? "smooth" : "auto";
  const gap = 12;
  if (container) {
    const top = container.scrollTop + element.getBoundingClientRect().top - container.getBoundingClientRect().top - gap;
    container.scrollTo({ top, behavior });
  } else {
    scrollTo({ top: scrollY + element.getBoundingClientRect().top - gap, behavior });
  }
}

function scrollContainer(element: HTMLElement): HTMLElement | null {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY) && ancestor !== document.body) return ancestor;
  }
  return null;
}
