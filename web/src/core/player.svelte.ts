/** Who plays on this device: a profile of the house, made when it is first needed, so that games can be found again. */
import { ask, Refusal } from "./api";
import type { ProfileKey } from "./protocol";
import { settings } from "./settings.svelte";

const KEY = "underdeck.profile";

let known = $state.raw<ProfileKey | null>(read());

function read(): ProfileKey | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

const isUnknown = (refusal: unknown) => refusal instanceof Refusal && refusal.code === "unknown_key";

/** Does the key still open the profile? Where nobody answers, it may. */
const isKnown = (key: string | undefined) =>
  ask("GET", "profile", { key }).then(
    () => true,
    (refusal) => !isUnknown(refusal),
  );

export const player = {
  get profile(): ProfileKey | null {
    return known;
  },
  /** The key to send along when a seat is taken; a profile is made for who has none. */
  async key(): Promise<string> {
    if (known !== null) return known.key;
    const made = await ask<ProfileKey>("POST", "profiles", {
      body: { name: settings.name, language: settings.language },
    });
    this.become(made);
    return made.key;
  },
  /** Ask with the profile's key; a profile that another device has signed out here is given up for a new one. */
  async ask<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
    try {
      return await ask<T>(method, path, { body, key: await this.key() });
    } catch (refusal) {
      if (!isUnknown(refusal) || (await isKnown(known?.key))) throw refusal; // else another key than ours is meant
      this.forget();
      return await ask<T>(method, path, { body, key: await this.key() });
    }
  },
  become(profile: ProfileKey): void {
    known = profile;
    settings.name = profile.name;
    localStorage.setItem(KEY, JSON.stringify(profile));
  },
  forget(): void {
    known = null;
    localStorage.removeItem(KEY);
  },
};
