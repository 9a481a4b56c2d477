/** Shortcuts of a screen: keys that work wherever the focus is, unless the focused element needs them itself. */

type Action = () => void;
/** The actions by key, as `KeyboardEvent.key` names them. */
export type Shortcuts = Record<string, Action>;

interface Target {
  closest(selector: string): unknown;
}
type KeyPress = Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey" | "target" | "preventDefault">;

/** Form fields read keys as text or values, and a modal dialog has keys of its own. */
const FIELDS = "input, textarea, select, [contenteditable], dialog";
/** Elements that Enter and the space bar press. */
const BUTTONS = "button, a, summary";
const PRESSING_KEYS = new Set(["Enter", " "]);
/** The keys that may be held down; every other action runs once per press. */
const REPEATING_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
const NUMBER_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

const isInside = (target: EventTarget | null, selector: string) =>
  target !== null && "closest" in target && (target as unknown as Target).closest(selector) !== null;

function isFree({ key, repeat, ctrlKey, metaKey, altKey, target }: KeyPress): boolean {
  if (ctrlKey || metaKey || altKey || (repeat && !REPEATING_KEYS.has(key))) return false;
  return !isInside(target, FIELDS) && !(PRESSING_KEYS.has(key) && isInside(target, BUTTONS));
}

/** Run the action of a pressed key, unless the browser or the focused element needs the key. */
export function runShortcut(event: KeyPress, shortcuts: Shortcuts): void {
  const action = Object.hasOwn(shortcuts, event.key) ? shortcuts[event.key] : undefined;
  if (!action || !isFree(event)) return;
  event.preventDefault();
  action();
}

/** The number of choices that have a number key. */
export const MAX_NUMBER_KEYS = NUMBER_KEYS.length;

/** Return the shortcuts 1 to 9, each for the choice at its position. */
export function numberShortcuts<Choice>(choices: Iterable<Choice>, choose: (choice: Choice) => void): Shortcuts {
  const keyed = [...choices].slice(0, MAX_NUMBER_KEYS);
  return Object.fromEntries(keyed.map((choice, index) => [NUMBER_KEYS[index], () => choose(choice)]));
}
