export interface SparkPoint {
  /** The address of the game. */
  href: string;
  /** What happened, for the pointer and for screen readers. */
  title: string;
  value: number;
  tone: "won" | "good" | "bad";
}
