/** Views from real games for the unit tests; `web/record_dungeon_views.py` records them. */
import type { DungeonMoveShown, DungeonShown } from "../../core/protocol";
import recorded from "./recorded_views.json";

export const VIEWS = recorded as unknown as Record<keyof typeof recorded, DungeonShown>;

/** Return a legal move of a view by its text. */
export function moveIn(view: DungeonShown, text: string): DungeonMoveShown {
  const found = view.legal.find((move) => move.text === text);
  if (!found) throw new Error(`"${text}" isn't legal here.`);
  return found;
}
