/** The Dungeon table and the texts of its moves. */
import type { DungeonShown } from "../../core/protocol";
import type { TableParts } from "../definition";
import Table from "./DungeonTable.svelte";
import { tableKeys } from "./help";
import { fightText, moveText } from "./words";

const parts: TableParts<DungeonShown> = { Table, moveText, fightText, keys: tableKeys };
export default parts;
