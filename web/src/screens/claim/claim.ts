/** Use the profile of the terminal on this computer: its server opens the page with a link that has a code. */
import { Refusal, request } from "../../core/api";
import { player } from "../../core/player.svelte";
import type { ProfileKey } from "../../core/protocol";

/** What came of a code: this browser uses its profile now, did so already, or has games under another one. */
export type Claimed =
  | { done: "new" | "same"; profile: ProfileKey }
  | { done: "ask"; profile: ProfileKey; own: ProfileKey };

/** Claim the profile of a code. A link may name the profile too, so that a browser that has it needs no other key. */
export async function claimProfile(code: string, profile = ""): Promise<Claimed> {
  const own = player.profile;
  if (own && own.profile === profile && (await isValid(own.key))) return { done: "same", profile: own };
  const claimed = await request("POST /api/profile/claim", { body: { code } });
  const isSame = own?.profile === claimed.profile;
  if (own && !isSame && (await hasGames(own.key))) return { done: "ask", profile: claimed, own };
  player.signIn(claimed);
  return { done: isSame ? "same" : "new", profile: claimed };
}

/** Add the games of this browser's profile to the claimed one, which the terminal goes on using. */
export async function mergeInto(claimed: ProfileKey, own: ProfileKey): Promise<void> {
  const { code } = await request("POST /api/profile/code", { key: own.key });
  player.signIn(await request("POST /api/profile/merge", { key: claimed.key, body: { code } }));
}

const isUnknown = (refusal: unknown) => refusal instanceof Refusal && refusal.status === 401;

const isValid = (key: string): Promise<boolean> =>
  request("GET /api/profile", { key }).then(
    () => true,
    (refusal) => !isUnknown(refusal),
  );

/** Return whether a profile has anything that would be missed; one that no longer exists has nothing. */
async function hasGames(key: string): Promise<boolean> {
  try {
    const [{ total }, { tables }] = await Promise.all([
      request("POST /api/profile/history", { key, body: { limit: 1 } }),
      request("GET /api/profile", { key }),
    ]);
    return total > 0 || tables.length > 0;
  } catch (refusal) {
    if (isUnknown(refusal)) return false;
    throw refusal;
  }
}
