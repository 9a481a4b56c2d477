/** The addresses of chronicles: `#/chronicle/<key>` is a shared link, `#/chronicle/game/<table>` an own game. */
import { href } from "./router.svelte";

/** The first part of the address of an own game's chronicle; no key is that short. */
export const OWN_CHRONICLE = "game";

export const chronicleHref = (table: string): string => href("chronicle", OWN_CHRONICLE, table);
