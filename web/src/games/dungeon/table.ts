/** The Dungeon table, the texts of its moves and its keys. */
import type { DungeonShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";
import type { TableParts } from "../definition";
import Table from "./DungeonTable.svelte";
import { moveText } from "./words";

const keys = () => [{ keys: ["1", "…", "9"], text: say("keys.moves") }];

const parts: TableParts<DungeonShown> = { Table, moveText, keys };
export default parts;
