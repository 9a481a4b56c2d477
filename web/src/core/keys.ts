/** The list of keys that a screen shows. */

export interface KeyHelp {
  /** What is printed on the keys; one of them, or all at once with `+`. */
  keys: readonly string[];
  text: string;
}
