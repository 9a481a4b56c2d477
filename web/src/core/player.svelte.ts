/** The player's profile on the server, created when first needed, so that games can be found on other devices. */
import { Refusal, type ResponseOf, request } from "./api";
import type { ProfileKey, Routes } from "./protocol";
import { settings } from "./settings.svelte";

/** The routes that are sent with the profile's key, and a body. */
type ProfileRoute = "POST /api/tables" | "POST /api/seats" | "POST /api/profile/seat";

const KEY = "underdeck.profile";

let profile = $state.raw<ProfileKey | null>(read());

function read(): ProfileKey | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

const isUnknown = (refusal: unknown) => refusal instanceof Refusal && refusal.code === "unknown_key";

/** Return whether the key still opens the profile; assume so if the server is unreachable. */
const isStillValid = (key: string) =>
  request("GET /api/profile", { key }).then(
    () => true,
    (refusal) => !isUnknown(refusal),
  );

export const player = {
  get profile(): ProfileKey | null {
    return profile;
  },
  /** Return the profile's key; create a profile if there is none. */
  async key(): Promise<string> {
    if (profile !== null) return profile.key;
    const created = await request("POST /api/profiles", {
      body: { name: settings.name, language: settings.language },
    });
    this.signIn(created);
    return created.key;
  },
  /** Send a request with the profile's key; replace a profile that was signed out from another device. */
  async request<R extends ProfileRoute>(route: R, body: Routes[R]["body"]): Promise<ResponseOf<R>> {
    const key = await this.key();
    try {
      return await request<ProfileRoute>(route, { body, key });
    } catch (refusal) {
      if (!isUnknown(refusal) || (await isStillValid(key))) throw refusal; // the refusal is about another key
      this.signOut();
      return await request<ProfileRoute>(route, { body, key: await this.key() });
    }
  },
  signIn(newProfile: ProfileKey): void {
    profile = newProfile;
    settings.name = newProfile.name;
    localStorage.setItem(KEY, JSON.stringify(newProfile));
  },
  signOut(): void {
    profile = null;
    localStorage.removeItem(KEY);
  },
};
