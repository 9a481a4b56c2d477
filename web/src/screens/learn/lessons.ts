/** Lessons, requested once per language. */
import { request } from "../../core/api";
import type { GameName } from "../../core/games";
import { patiently } from "../../core/patience";
import type { Lesson } from "../../core/protocol";
import { settings } from "../../core/settings.svelte";

const requested = new Map<string, Promise<Lesson>>();

/** Request a lesson in the player's language; a failed request is made again the next time. */
export function loadLesson(game: GameName): Promise<Lesson> {
  const name = `${game} ${settings.language}`;
  const found = requested.get(name);
  if (found) return found;
  const lesson = patiently(() => request("GET /api/lessons/{game}", { path: { game } }));
  requested.set(name, lesson);
  lesson.catch(() => requested.delete(name));
  return lesson;
}
