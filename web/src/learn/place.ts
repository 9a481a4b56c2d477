/** How far somebody is in a lesson, kept on this device. */
export interface Mark {
  at: number;
  all: number;
}

const key = (game: string) => `underdeck.lesson.${game}`;

export function recall(game: string): Mark | null {
  try {
    const mark = JSON.parse(localStorage.getItem(key(game)) ?? "null");
    return Number.isInteger(mark?.at) && Number.isInteger(mark?.all) ? mark : null;
  } catch {
    return null;
  }
}

export function remember(game: string, mark: Mark): void {
  localStorage.setItem(key(game), JSON.stringify(mark));
}

export function begin(game: string): void {
  localStorage.removeItem(key(game));
}
