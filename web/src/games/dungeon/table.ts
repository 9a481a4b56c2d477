/** The Dungeon table and the texts of its moves. */
import type { DungeonShown } from "../../core/protocol";
import type { TableParts } from "../definition";
import Table from "./DungeonTable.svelte";
import { parseMove } from "./moves";
import { moveText } from "./words";

const parts: TableParts<DungeonShown> = {
  Table,
  moveText: (move, view, names) => moveText(parseMove(move.text), view, names),
};
export default parts;
