/** The progress in a lesson, stored on this device. */
export interface Progress {
  at: number;
  all: number;
}

const key = (game: string) => `underdeck.lesson.${game}`;

export function loadProgress(game: string): Progress | null {
  try {
    const progress = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return Number.isInteger(progress?.at) && Number.isInteger(progress?.all) ? progress : null;
  } catch {
    return null;
  }
}

export function saveProgress(game: string, progress: Progress): void {
  localStorage.setItem(key(game), JSON.stringify(progress));
}

export function clearProgress(game: string): void {
  localStorage.removeItem(key(game));
}
