/** Views from real games for the unit tests; `web/record_tomb_views.py` records them. */
import type { TombMoveShown, TombShown } from "../../core/protocol";
import recorded from "./recorded_views.json";

export type Situation = keyof typeof recorded;

export const viewOf = (situation: Situation): TombShown => recorded[situation] as unknown as TombShown;

export function moveOf(situation: Situation, text: string): TombMoveShown {
  const move = viewOf(situation).legal.find((legal) => legal.text === text);
  if (!move) throw new Error(`${text} isn't legal: ${situation}`);
  return move;
}
