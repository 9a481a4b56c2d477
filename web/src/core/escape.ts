/** Escape closes what was opened last: a drawer, a menu, a popover. Modal dialogs close by themselves. */
import type { Attachment } from "svelte/attachments";

type Close = () => void;

const open: Close[] = [];

/** Add something that Escape closes; return a function that removes it again. */
export function pushEscape(close: Close): () => void {
  open.push(close);
  return () => {
    const index = open.lastIndexOf(close);
    if (index >= 0) open.splice(index, 1);
  };
}

/** Close what was opened last; return whether there was anything. */
export function closeLast(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}

/** Let Escape close an element while it is there. */
export function escapable(close: Close): Attachment<HTMLElement> {
  return () => pushEscape(() => close());
}

/** Handle Escape before anything else does. Call once, inside an effect. */
export function listenForEscape(): () => void {
  const onKeydown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing || document.querySelector("dialog:modal")) return;
    if (!closeLast()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", onKeydown, { capture: true });
  return () => removeEventListener("keydown", onKeydown, { capture: true });
}
