/** Boards: what a game is played for, as the server writes it, such as `daily:2026-11-17`. */
import { href } from "./router.svelte";

const KINDS = ["daily", "competition", "deal"] as const;
export type BoardKind = (typeof KINDS)[number];

export interface Board {
  kind: BoardKind;
  /** A day, the id of a competition, or the code of a deal. */
  name: string;
}

/** Return the board of a game; null if it was played for none, or for one that this page doesn't know. */
export function readBoard(text: string | undefined): Board | null {
  const [start = "", ...rest] = (text ?? "").split(":");
  const kind = KINDS.find((each) => each === start);
  return kind && rest.length ? { kind, name: rest.join(":") } : null;
}

/** The address of the screen of a board; a deal with other house rules has the screen of its code. */
export const boardHref = ({ kind, name }: Board): string => href(kind, kind === "deal" ? name.split("/")[0] : name);
