/** The current route. It is kept behind #, so that browsers never send a key to a server as part of an address. */

export interface Route {
  /** The name of a screen (App.svelte lists them), or of a game, whose form for a new game it is. */
  screen: string;
  /** The part after the screen: a table id, a key or a game. */
  param: string;
  /** The part after that: a listed table, a paragraph of the rules. */
  subparam: string;
}

function read(): Route {
  const path = location.hash.replace(/^#\/?/, "");
  const [screen = "", param = "", subparam = ""] = path.split("/").map(decodeURIComponent);
  return { screen: screen || "home", param, subparam };
}

export const route = $state<Route>(read());

addEventListener("hashchange", () => Object.assign(route, read()));

export function href(screen: string, param = "", subparam = ""): string {
  const path = [screen === "home" ? "" : screen, param, subparam].filter(Boolean).map(encodeURIComponent).join("/");
  return `#/${path}`;
}

export function go(screen: string, param = "", subparam = ""): void {
  location.hash = href(screen, param, subparam);
}

/** Replace one screen by another in the browser's history. A viewer who has left the first one meanwhile stays where they are. */
export function redirect(from: string, screen: string, param = ""): void {
  if (read().screen === from) location.replace(href(screen, param));
}
