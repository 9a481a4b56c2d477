/** A small stand-in for the browser in tests: storage, address, events and languages. */
import { vi } from "vitest";

export interface FakeBrowser {
  storage: Map<string, string>;
  location: { hash: string; host: string; protocol: string; origin: string };
  root: { lang: string; dataset: Record<string, string> };
  /** Call the listeners that the page has added to the window. */
  dispatch: (type: string, event?: object) => void;
}

/** Replace the browser's globals and forget all modules, so that the next import sees this browser. */
export function fakeBrowser({ stored = {}, hash = "", languages = ["en"], isReduced = false } = {}): FakeBrowser {
  const storage = new Map<string, string>(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  const location = {
    hash,
    host: "example.org",
    protocol: "https:",
    origin: "https://example.org",
    replace: (address: string) => {
      location.hash = address;
    },
  };
  const root = { lang: "", dataset: {} };
  const listeners = new Map<string, ((event: object) => void)[]>();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal("location", location);
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  vi.stubGlobal("addEventListener", (type: string, listener: (event: object) => void) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  );
  const dispatch = (type: string, event = {}) => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  return { storage, location, root, dispatch };
}

/** Return what is stored under a key. */
export function readStored<T>({ storage }: FakeBrowser, key: string): T {
  return JSON.parse(storage.get(key) ?? "null");
}
