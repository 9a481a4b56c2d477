/** What the home screen says of today's daily. */
import type { Calendar } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import { scoredGames } from "../../games/registry";

export interface Today {
  texts: string[];
  /** Whether there is still something to play today. */
  isOpen: boolean;
}

/** Describe today's state for a player; without a calendar nothing is known of them. */
export function describeToday(calendar: Calendar | null): Today {
  if (!calendar) return { texts: [say("home.daily_line")], isOpen: true };
  const today = calendar.days.find(({ day }) => day === calendar.today);
  const streak = calendar.streak > 1 ? [say("home.daily_streak", { n: calendar.streak })] : [];
  if (!today) return { texts: [say("home.daily_todo"), ...streak], isOpen: true };
  if (today.status === "running") return { texts: [say("home.daily_running"), ...streak], isOpen: true };
  const score = scoredGames[0]?.scoring.scoreText(today) ?? "";
  return { texts: [say("home.daily_done", { score }), ...streak], isOpen: false };
}
