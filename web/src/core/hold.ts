/** Press and hold to confirm a move that can't be undone; without a pointer or without motion, press twice. */
import type { Attachment } from "svelte/attachments";

/** How long a press must last; the ring of app.css fills in the same time. */
export const HOLD_MS = 700;
/** How long a hint stays, and how long a second press confirms. */
export const ASK_MS = 4000;
/** A second press that follows sooner is a double click, not a decision. */
const DOUBLE_CLICK_MS = 350;
/** When `data-hold-ready` says that a second press confirms. */
const READY_MS = DOUBLE_CLICK_MS + 50;

/**
 * `holding`: the button is down. `hint`: it was released too soon. `asking`: the next press confirms.
 */
export type HoldPhase = "idle" | "holding" | "hint" | "asking";
/** Where a press comes from; a `click` without a press is one of a screen reader. */
export type PressSource = "pointer" | "key" | "click";

export interface HoldOptions {
  confirm: () => void;
  /** Called with each new phase. */
  change?: (phase: HoldPhase) => void;
  /** Return whether two presses are asked for instead of a long one: the ring can't be shown without motion. */
  isStepped?: () => boolean;
}

/** The phases of one button. */
export class Hold {
  phase: HoldPhase = "idle";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private askedAt = 0;

  constructor(private options: HoldOptions) {}

  press(source: PressSource): void {
    if (this.phase === "holding") return;
    if (this.phase === "asking") {
      if (Date.now() - this.askedAt >= DOUBLE_CLICK_MS) this.confirm();
    } else if (source === "click" || this.options.isStepped?.()) this.ask("asking");
    else this.enter("holding", HOLD_MS, () => this.confirm());
  }

  /** The press ended before its time. With a key, the next press confirms; a pointer has to hold. */
  release(source: PressSource): void {
    if (this.phase === "holding") this.ask(source === "key" ? "asking" : "hint");
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.set("idle");
  }

  private ask(phase: "hint" | "asking"): void {
    this.askedAt = Date.now();
    this.enter(phase, ASK_MS, () => this.set("idle"));
  }

  private confirm(): void {
    this.cancel();
    this.options.confirm();
  }

  private enter(phase: HoldPhase, milliseconds: number, next: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(next, milliseconds);
    this.set(phase);
  }

  private set(phase: HoldPhase): void {
    if (this.phase === phase) return;
    this.phase = phase;
    this.options.change?.(phase);
  }
}

const PRESSING_KEYS = new Set(["Enter", " "]);

/** Confirm by holding this element, a button; `data-hold` is its phase, and app.css draws the ring. */
export function holdable(options: HoldOptions): Attachment<HTMLElement> {
  return (node) => {
    let ready: ReturnType<typeof setTimeout> | undefined;
    const change = (phase: HoldPhase) => {
      node.dataset.hold = phase;
      clearTimeout(ready);
      delete node.dataset.holdReady;
      if (phase === "asking") ready = setTimeout(() => (node.dataset.holdReady = ""), READY_MS);
      options.change?.(phase);
    };
    const hold = new Hold({ ...options, change });
    /** The click that a press ends with isn't another press. */
    let isPressed = false;
    let isDown = false;
    /** A press that ends elsewhere, such as a drag, has no click; a finger that is lifted leaves, too. */
    const leave = () => {
      if (!isDown) return;
      isPressed = isDown = false;
      hold.release("pointer");
    };
    const isDisabled = () => node.matches(":disabled, [aria-disabled=true]");
    node.dataset.hold = "idle";

    const listeners: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
      pointerdown: (event) => {
        if (event.button !== 0 || isDisabled()) return;
        isPressed = isDown = true;
        hold.press("pointer");
      },
      pointerup: () => {
        isDown = false;
        hold.release("pointer");
      },
      pointerleave: () => leave(),
      // The press has become a drag or a scroll: with two presses, it isn't the first of them.
      pointercancel: () => {
        isPressed = isDown = false;
        hold.cancel();
      },
      keydown: (event) => {
        if (event.key === "Escape" && hold.phase !== "idle") hold.cancel();
        else if (PRESSING_KEYS.has(event.key)) {
          event.preventDefault();
          if (!event.repeat && !isDisabled()) hold.press("key");
        } else return;
        event.stopPropagation();
      },
      keyup: (event) => {
        if (!PRESSING_KEYS.has(event.key)) return;
        event.preventDefault();
        hold.release("key");
      },
      click: (event) => {
        event.preventDefault();
        if (!isPressed && !isDisabled()) hold.press("click");
        isPressed = false;
      },
      blur: () => queueMicrotask(() => hold.cancel()), // the button may be on its way out of the page
      contextmenu: (event) => event.preventDefault(), // a long touch would open it
    };
    for (const [type, listener] of Object.entries(listeners)) node.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        node.removeEventListener(type, listener as EventListener);
      hold.cancel();
    };
  };
}
