/** Double clicks whose second click falls on a control that has just replaced the first one. */
let lastControl = "";

/** Return whether a click continues a double click that began on another control, so that nobody meant it. */
export function isStrayClick({ detail }: Pick<MouseEvent, "detail">, control: string): boolean {
  const isStray = detail > 1 && control !== lastControl;
  if (!isStray) lastControl = control;
  return isStray;
}
