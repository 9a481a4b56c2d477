/** The keys of the result of a game, for the list of keys. */
import type { KeyHelp } from "../keys";
import { say } from "../words.svelte";

export const endKeys = (): KeyHelp[] => [
  { keys: ["n"], text: say("end.new_deal") },
  { keys: ["s"], text: say("end.same_deal") },
];
