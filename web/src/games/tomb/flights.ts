/** Animations of cards from their old to their new position. They only use transforms, and nothing waits for them. */
import { duration } from "../../core/settings.svelte";

const FLIGHT_MS = 340;
const EASING = "cubic-bezier(0.25, 0.7, 0.25, 1)";

export interface Positions {
  boxes: Map<string, DOMRect>;
  /** Copies of the cards that won't be visible afterwards. */
  leaving: HTMLElement[];
}

const running = new Set<Animation>();
const ghosts = new Set<HTMLElement>();

const cardsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[data-card]")];
const codeOf = (card: HTMLElement) => card.dataset.card ?? "";
const boxOf = (root: HTMLElement, name: string) =>
  root.querySelector<HTMLElement>(`[data-place="${name}"]`)?.getBoundingClientRect();

export function measure(root: HTMLElement, visibleAfter: Set<string>): Positions {
  const boxes = new Map<string, DOMRect>();
  const leaving: HTMLElement[] = [];
  for (const card of cardsIn(root)) {
    const box = card.getBoundingClientRect();
    boxes.set(codeOf(card), box);
    if (!visibleAfter.has(codeOf(card))) leaving.push(ghostOf(card, box));
  }
  return { boxes, leaving };
}

/** Animate all cards: new ones come from the deck and flip, leaving ones go face down to the named place. */
export function fly(root: HTMLElement, before: Positions, destination: string): void {
  const deck = boxOf(root, "deck");
  for (const card of cardsIn(root)) {
    const previous = before.boxes.get(codeOf(card));
    const box = card.getBoundingClientRect();
    if (previous) move(card, previous, box);
    else if (deck) {
      move(card, deck, box);
      flip(card, true);
    }
  }
  const target = boxOf(root, destination);
  for (const ghost of before.leaving) if (target) sendAway(ghost, target);
}

/** Stop all animations; every card is at its destination at once. */
export function cancelFlights(): void {
  for (const animation of running) animation.cancel();
  for (const ghost of ghosts) ghost.remove();
  running.clear();
  ghosts.clear();
}

function track(animation: Animation): Animation {
  running.add(animation);
  animation.finished.catch(() => undefined).finally(() => running.delete(animation));
  return animation;
}

const between = (from: DOMRect, to: DOMRect) =>
  `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;

function move(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width) < 1 || !to.width)
    return;
  track(
    card.animate(
      [
        { transform: between(from, to), transformOrigin: "0 0", zIndex: 6 },
        { transform: "none", transformOrigin: "0 0", zIndex: 6 },
      ],
      { duration: duration(FLIGHT_MS), easing: EASING },
    ),
  );
}

function flip(card: HTMLElement, faceUp: boolean): void {
  const keyframes = [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }];
  const sheet = card.querySelector(".sheet");
  if (sheet)
    track(
      sheet.animate(faceUp ? keyframes : keyframes.reverse(), {
        duration: duration(FLIGHT_MS),
        easing: "ease-in-out",
        fill: faceUp ? "none" : "forwards",
      }),
    );
}

function ghostOf(card: HTMLElement, box: DOMRect): HTMLElement {
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  const place = {
    position: "fixed",
    margin: "0",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    listStyle: "none",
    zIndex: "30",
    transformOrigin: "0 0",
  };
  Object.assign(ghost.style, place);
  ghost.style.setProperty("--card", `${box.width}px`);
  return ghost;
}

function sendAway(ghost: HTMLElement, target: DOMRect): void {
  const box = {
    left: Number.parseFloat(ghost.style.left),
    top: Number.parseFloat(ghost.style.top),
    width: Number.parseFloat(ghost.style.width),
  };
  document.body.append(ghost);
  ghosts.add(ghost);
  flip(ghost, false);
  const to = `translate(${target.left - box.left}px, ${target.top - box.top}px) scale(${target.width / box.width})`;
  const flight = track(
    ghost.animate([{ transform: "none" }, { transform: to }], {
      duration: duration(FLIGHT_MS),
      easing: EASING,
      fill: "forwards",
    }),
  );
  flight.finished
    .catch(() => undefined)
    .finally(() => {
      ghost.remove();
      ghosts.delete(ghost);
    });
}
