/** The Tomb table, the texts of its moves and its keys. */
import type { TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import type { TableParts } from "../definition";
import Tips from "./Callouts.svelte";
import { describeMove } from "./moves";
import Table from "./TombTable.svelte";

const keys = () => [
  { keys: [say("keys.space")], text: say("tomb.keys.deck") },
  { keys: ["1", "…", "9"], text: say("keys.moves") },
  { keys: [say("keys.enter")], text: say("keys.hold") },
  { keys: ["i"], text: say("keys.card") },
];

const parts: TableParts<TombShown> = { Table, moveText: (move, view) => describeMove(move, view).label, keys, Tips };
export default parts;
