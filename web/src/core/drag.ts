/**
 * Drag an element to a target with a mouse, a pen or a finger. Keyboards have other ways to make the same moves.
 *
 * Targets carry `data-drop="name"`. While a card is dragged, those where it may be dropped are marked with
 * `data-droppable`, the one that would take it with `data-drop-over`, and the card with `data-dragging`.
 */
import type { Attachment } from "svelte/attachments";
import { findTarget, isDragging, isPastThreshold, type Point } from "./drag_target";
import { duration } from "./settings.svelte";

export interface DragOptions {
  /** Return the names of the targets where the element may be dropped now; if there are none, it stays where it is. */
  targets: () => readonly string[];
  drop: (target: string) => void;
  /** Called when the element leaves its place, and when it is back or dropped. */
  lift?: () => void;
  settle?: () => void;
  /** In a list that scrolls sideways a finger drags up or down only. */
  axis?: "any" | "vertical";
}

const RETURN_MS = 160;

/** Mark an element as a drop target; the same as the attribute `data-drop`. */
export function dropTarget(name: string): Attachment<HTMLElement> {
  return (node) => {
    node.dataset.drop = name;
  };
}

/** Make an element draggable. A drag doesn't click the element; a press without a drag does. */
export function draggable(options: () => DragOptions): Attachment<HTMLElement> {
  return (node) => {
    let gesture: Gesture | null = null;
    const end = () => {
      gesture = null;
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || gesture || !options().targets().length) return;
      gesture = new Gesture(node, options(), event, end);
    };
    /** Without this the browser would scroll, and the drag would end at once. */
    const onTouchMove = (event: TouchEvent) => {
      if (gesture?.wants(event) && event.cancelable) event.preventDefault();
    };
    const onDragStart = (event: Event) => event.preventDefault();
    node.addEventListener("pointerdown", onDown);
    node.addEventListener("touchmove", onTouchMove, { passive: false });
    node.addEventListener("dragstart", onDragStart);
    return () => {
      node.removeEventListener("pointerdown", onDown);
      node.removeEventListener("touchmove", onTouchMove);
      node.removeEventListener("dragstart", onDragStart);
      gesture?.cancel();
    };
  };
}

/** One press, from the moment it goes down until it is released or cancelled. */
class Gesture {
  private from: Point;
  private ghost: HTMLElement | null = null;
  private targets: HTMLElement[] = [];
  private over: HTMLElement | null = null;
  private listening = new AbortController();

  constructor(
    private node: HTMLElement,
    private options: DragOptions,
    private down: PointerEvent,
    private end: () => void,
  ) {
    this.from = { x: down.clientX, y: down.clientY };
    const { signal } = this.listening;
    addEventListener("pointermove", (event) => this.onMove(event), { signal });
    addEventListener("pointerup", (event) => this.onUp(event), { signal });
    addEventListener("pointercancel", (event) => event.pointerId === down.pointerId && this.cancel(), { signal });
    addEventListener("keydown", (event) => this.onKey(event), { signal, capture: true });
    addEventListener("blur", () => this.cancel(), { signal });
  }

  /** Return whether a touch belongs to this drag, rather than to a scroll. */
  wants(event: TouchEvent): boolean {
    const [touch] = event.touches;
    if (this.ghost) return true;
    if (!touch || event.touches.length > 1) return false;
    return isDragging(this.from, { x: touch.clientX, y: touch.clientY }, this.options.axis ?? "any");
  }

  cancel(): void {
    this.finish(null);
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerId !== this.down.pointerId) return;
    const to = { x: event.clientX, y: event.clientY };
    if (!this.ghost) {
      if (!isPastThreshold(this.from, to)) return;
      if (event.pointerType === "touch" && !isDragging(this.from, to, this.options.axis ?? "any")) {
        this.cancel();
        return;
      }
      this.lift();
    }
    if (this.ghost) this.ghost.style.translate = `${to.x - this.from.x}px ${to.y - this.from.y}px`;
    const boxes = this.targets.map((target) => [target, target.getBoundingClientRect()] as const);
    this.aim(findTarget(to, boxes));
  }

  private onUp(event: PointerEvent): void {
    if (event.pointerId !== this.down.pointerId) return;
    if (this.ghost) suppressClick();
    this.finish(this.ghost && this.over);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    addEventListener("pointerup", suppressClick, { capture: true, once: true });
    this.cancel();
  }

  private lift(): void {
    const names = this.options.targets();
    this.ghost = ghostOf(this.node);
    document.body.append(this.ghost);
    this.node.dataset.dragging = "";
    this.targets = [...document.querySelectorAll<HTMLElement>("[data-drop]")].filter(
      (target) => names.includes(target.dataset.drop ?? "") && target !== this.node,
    );
    for (const target of this.targets) target.dataset.droppable = "";
    document.documentElement.dataset.drag = "";
    this.options.lift?.();
  }

  private aim(target: HTMLElement | null): void {
    if (this.over === target) return;
    if (this.over) delete this.over.dataset.dropOver;
    if (target) target.dataset.dropOver = "";
    this.over = target;
  }

  private finish(target: HTMLElement | null): void {
    this.listening.abort();
    this.end();
    if (!this.ghost) return;
    this.aim(null);
    for (const each of this.targets) delete each.dataset.droppable;
    delete this.node.dataset.dragging;
    delete document.documentElement.dataset.drag;
    if (target) this.ghost.remove();
    else sendBack(this.ghost);
    this.options.settle?.();
    if (target?.dataset.drop) this.options.drop(target.dataset.drop);
  }
}

/** Return a copy that follows the pointer. Its card keeps its width: the copy lies outside the element's parents. */
function ghostOf(node: HTMLElement): HTMLElement {
  const { left, top, width, height } = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  const card = node.querySelector<HTMLElement>(".card");
  for (const each of [ghost, ...ghost.querySelectorAll<HTMLElement>("[id], [data-card], [data-move]")]) {
    each.removeAttribute("id");
    each.removeAttribute("data-card");
    each.removeAttribute("data-move");
  }
  ghost.inert = true;
  ghost.classList.add("ghost");
  ghost.style.setProperty("--card", `${card?.offsetWidth ?? width}px`);
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  return ghost;
}

function sendBack(ghost: HTMLElement): void {
  const motion = ghost.animate({ translate: "0 0" }, { duration: duration(RETURN_MS), easing: "ease-out" });
  motion.finished.finally(() => ghost.remove());
}

/** Swallow the click that the browser sends when the pointer is released after a drag. */
function suppressClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
