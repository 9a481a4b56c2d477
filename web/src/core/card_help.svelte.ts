/** What a card does here: shown on hover, on a long press, or with the key `i` while the card has the focus. */
import type { Attachment } from "svelte/attachments";

export interface CardHelp {
  title: string;
  /** One short sentence each. */
  lines: readonly string[];
}
type GetHelp = () => CardHelp | null;

export const DELAY_MS = 500;
/** A finger that moves further scrolls or drags. */
const TREMBLE_PX = 6;
export const HELP_KEY = "i";

export interface Shown extends CardHelp {
  /** The card; the popover must not cover it. */
  anchor: HTMLElement;
}

let shown = $state.raw<Shown | null>(null);

export const cardHelp = {
  get shown(): Shown | null {
    return shown;
  },
  close(): void {
    shown = null;
  },
};

/** When help is shown and hidden; without a DOM. */
export class HelpIntent {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Help that the key or a long press has opened stays when the pointer leaves. */
  private isPinned = false;
  isOpen = false;

  constructor(private set: (isOpen: boolean) => void) {}

  /** The mouse rests on the card, or a finger on it. */
  begin(isPress: boolean): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(isPress), DELAY_MS);
  }

  /** The pointer has left; pinned help stays. */
  leave(): void {
    clearTimeout(this.timer);
    if (!this.isPinned) this.close();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open(true);
  }

  close(): void {
    clearTimeout(this.timer);
    this.isPinned = false;
    if (!this.isOpen) return;
    this.isOpen = false;
    this.set(false);
  }

  private open(isPinned: boolean): void {
    clearTimeout(this.timer);
    this.isPinned = isPinned;
    this.isOpen = true;
    this.set(true);
  }
}

/** Explain a card. A button that is held to confirm has no long press of its own. */
export function explained(help: GetHelp): Attachment<HTMLElement> {
  return (node) => {
    const set = (isOpen: boolean) => {
      const found = isOpen ? help() : null;
      if (found) shown = { ...found, anchor: node };
      else if (shown?.anchor === node) shown = null;
    };
    const intent = new HelpIntent(set);
    let pressedAt: { x: number; y: number } | null = null;
    const isHeld = () => node.dataset.hold !== undefined || node.querySelector("[data-hold]") !== null;

    const listeners: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
      pointerenter: ({ pointerType, buttons }) => {
        if (pointerType !== "touch" && !buttons) intent.begin(false);
      },
      pointerleave: ({ pointerType }) => {
        if (pointerType !== "touch") intent.leave();
      },
      pointerdown: ({ pointerType, clientX, clientY }) => {
        intent.close();
        node.removeEventListener("click", swallow, { capture: true });
        if (pointerType !== "touch" || isHeld()) return;
        pressedAt = { x: clientX, y: clientY };
        intent.begin(true);
      },
      pointermove: ({ clientX, clientY }) => {
        if (!pressedAt || Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) < TREMBLE_PX) return;
        pressedAt = null;
        intent.close();
      },
      pointerup: () => {
        pressedAt = null;
        if (intent.isOpen) node.addEventListener("click", swallow, { capture: true, once: true });
        else intent.leave();
      },
      pointercancel: () => {
        pressedAt = null;
        if (!intent.isOpen) intent.leave();
      },
      contextmenu: (event) => {
        if (pressedAt || intent.isOpen) event.preventDefault(); // a long press would open it
      },
      keydown: (event) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        if (key !== HELP_KEY || ctrlKey || metaKey || altKey) return;
        event.preventDefault();
        intent.toggle();
      },
      focusout: () => intent.close(),
    };
    /** Whoever opened help elsewhere, or closed it with Escape, has closed it here. */
    $effect(() => {
      if (shown?.anchor !== node) intent.close();
    });
    for (const [type, listener] of Object.entries(listeners)) node.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        node.removeEventListener(type, listener as EventListener);
      intent.close();
    };
  };
}

/** The click that ends a long press makes no move. */
function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
