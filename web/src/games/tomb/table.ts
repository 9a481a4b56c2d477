/** The Tomb table and the texts of its moves. */
import type { TombShown } from "../../core/protocol";
import type { TableParts } from "../definition";
import { describeMove } from "./moves";
import Table from "./TombTable.svelte";

const parts: TableParts<TombShown> = { Table, moveText: (move, view) => describeMove(move, view).label };
export default parts;
