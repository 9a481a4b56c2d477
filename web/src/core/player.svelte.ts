/** Who plays on this device: a profile of the house, made when it is first needed, so that games can be found again. */
import { ask } from "./api";
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

export const player = {
  get profile(): ProfileKey | null {
    return known;
  },
  /** The key to send along when a seat is taken; a profile is made for who has none. */
  async key(): Promise<string> {
    if (known === null) this.become(await ask<ProfileKey>("POST", "profiles", { body: { name: settings.name, language: settings.language } }));
    return known!.key;
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
