import { duration } from "../core/settings.svelte";

/** Bring something into view, near the top of whatever scrolls around it; nothing outside of that moves. */
export function bring(element: HTMLElement): void {
  const around = scroller(element);
  const behavior = duration(1) ? "smooth" : "auto";
  const gap = 12;
  if (around) {
    const top = around.scrollTop + element.getBoundingClientRect().top - around.getBoundingClientRect().top - gap;
    around.scrollTo({ top, behavior });
  } else {
    scrollTo({ top: scrollY + element.getBoundingClientRect().top - gap, behavior });
  }
}

function scroller(element: HTMLElement): HTMLElement | null {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY) && around !== document.body) return around;
  }
  return null;
}
