/** The player's profile on the server, created when first needed, so that games can be found on other devices. */
import { Refusal, type RequestParts, type ResponseOf, request } from "./api";
import { isDefaultName, ownName } from "./own_name";
import type { ProfileKey, Routes } from "./protocol";
import { settings } from "./settings.svelte";

/** The routes that are sent with the profile's key, and a body. */
type ProfileRoute =
  | "POST /api/tables"
  | "POST /api/seats"
  | "POST /api/profile/seat"
  | "POST /api/competitions"
  | "POST /api/competition/entrants"
  | "POST /api/daily"
  | "POST /api/deals"
  | "POST /api/deals/play";
/** The routes that anyone may read, and that answer with more to a profile. */
type OpenRoute = "GET /api/daily" | "GET /api/dailies/{day}" | "GET /api/deals/{code}";

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
      body: { name: ownName(), language: settings.language },
    });
    this.signIn(created);
    return created.key;
  },
  /** Send a request with the profile's key; replace a profile that was signed out from another device. */
  async request<R extends ProfileRoute>(route: R, body: Routes[R]["body"]): Promise<ResponseOf<R>> {
    const send = (key: string) =>
      request<ProfileRoute>(route, { body, key } as RequestParts<ProfileRoute>) as Promise<ResponseOf<R>>;
    const key = await this.key();
    try {
      return await send(key);
    } catch (refusal) {
      if (!isUnknown(refusal) || (await isStillValid(key))) throw refusal; // the refusal is about another key
      this.signOut();
      return await send(await this.key());
    }
  },
  /** Send a request with the profile's key if there is one; without a key if the profile was signed out elsewhere. */
  async read<R extends OpenRoute>(route: R, parts: Omit<RequestParts<R>, "key">): Promise<ResponseOf<R>> {
    const send = (key?: string) =>
      request<OpenRoute>(route, { ...parts, key } as RequestParts<OpenRoute>) as Promise<ResponseOf<R>>;
    if (profile === null) return await send();
    try {
      return await send(profile.key);
    } catch (refusal) {
      if (!isUnknown(refusal)) throw refusal;
      this.signOut();
      return await send();
    }
  },
  signIn(newProfile: ProfileKey): void {
    profile = newProfile;
    settings.name = isDefaultName(newProfile.name) ? "" : newProfile.name;
    localStorage.setItem(KEY, JSON.stringify(newProfile));
  },
  /** Give the profile, if there is one, the name of the settings. */
  async rename(): Promise<void> {
    const { name, language } = settings;
    if (profile === null || !name || name === profile.name) return;
    await request("PUT /api/profile", { body: { name, language }, key: profile.key });
    this.signIn({ ...profile, name });
  },
  signOut(): void {
    profile = null;
    localStorage.removeItem(KEY);
  },
};
