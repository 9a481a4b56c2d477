/** Cards on their way: whatever lies elsewhere after a change flies there from where it lay. Only transforms, and nothing waits for them. */
import { duration } from "../core/settings.svelte";

const FLIGHT = 340;
const EASE = "cubic-bezier(0.25, 0.7, 0.25, 1)";

export interface Before {
  boxes: Map<string, DOMRect>;
  /** Copies of the cards that won't be seen afterwards. */
  leaving: HTMLElement[];
}

const running = new Set<Animation>();
const ghosts = new Set<HTMLElement>();

const cardsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[data-card]")];
const nameOf = (card: HTMLElement) => card.dataset.card ?? "";
const placeIn = (root: HTMLElement, name: string) =>
  root.querySelector<HTMLElement>(`[data-place="${name}"]`)?.getBoundingClientRect();

export function measure(root: HTMLElement, seenAfter: Set<string>): Before {
  const boxes = new Map<string, DOMRect>();
  const leaving: HTMLElement[] = [];
  for (const card of cardsIn(root)) {
    const box = card.getBoundingClientRect();
    boxes.set(nameOf(card), box);
    if (!seenAfter.has(nameOf(card))) leaving.push(ghostOf(card, box));
  }
  return { boxes, leaving };
}

/** Let everything fly: new cards come from the deck and turn over, those that leave go face down to the place named. */
export function fly(root: HTMLElement, before: Before, away: string): void {
  const deck = placeIn(root, "deck");
  for (const card of cardsIn(root)) {
    const was = before.boxes.get(nameOf(card));
    const box = card.getBoundingClientRect();
    if (was) move(card, was, box);
    else if (deck) {
      move(card, deck, box);
      turnOver(card, true);
    }
  }
  const there = placeIn(root, away);
  for (const ghost of before.leaving) if (there) sendAway(ghost, there);
}

/** Everything is where it belongs, at once. */
export function land(): void {
  for (const animation of running) animation.cancel();
  for (const ghost of ghosts) ghost.remove();
  running.clear();
  ghosts.clear();
}

function keep(animation: Animation): Animation {
  running.add(animation);
  animation.finished.catch(() => undefined).finally(() => running.delete(animation));
  return animation;
}

const between = (from: DOMRect, to: DOMRect) =>
  `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;

function move(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width) < 1 || !to.width)
    return;
  keep(
    card.animate(
      [
        { transform: between(from, to), transformOrigin: "0 0", zIndex: 6 },
        { transform: "none", transformOrigin: "0 0", zIndex: 6 },
      ],
      { duration: duration(FLIGHT), easing: EASE },
    ),
  );
}

function turnOver(card: HTMLElement, faceUp: boolean): void {
  const turned = [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }];
  const sheet = card.querySelector(".sheet");
  if (sheet)
    keep(
      sheet.animate(faceUp ? turned : turned.reverse(), {
        duration: duration(FLIGHT),
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

function sendAway(ghost: HTMLElement, there: DOMRect): void {
  const box = {
    left: Number.parseFloat(ghost.style.left),
    top: Number.parseFloat(ghost.style.top),
    width: Number.parseFloat(ghost.style.width),
  };
  document.body.append(ghost);
  ghosts.add(ghost);
  turnOver(ghost, false);
  const to = `translate(${there.left - box.left}px, ${there.top - box.top}px) scale(${there.width / box.width})`;
  const flight = keep(
    ghost.animate([{ transform: "none" }, { transform: to }], {
      duration: duration(FLIGHT),
      easing: EASE,
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
