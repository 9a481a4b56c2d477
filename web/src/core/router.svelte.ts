/** Where we are: everything stands behind #, so that no key ever leaves the page in an address. */

export interface Place {
  /** home, tomb, dungeon, lobby, table, join, watch, replay, learn, rules, games, settings */
  screen: string;
  /** What follows: a table's name, a key, a game. */
  what: string;
  more: string;
}

function read(): Place {
  const [screen = "", what = "", more = ""] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { screen: screen || "home", what, more };
}

export const place = $state<Place>(read());

addEventListener("hashchange", () => Object.assign(place, read()));

export function href(screen: string, what = "", more = ""): string {
  const path = [screen === "home" ? "" : screen, what, more].filter(Boolean).map(encodeURIComponent).join("/");
  return `#/${path}`;
}

export function go(screen: string, what = "", more = ""): void {
  location.hash = href(screen, what, more);
}
