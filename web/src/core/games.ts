/** The names of the games that the server offers. */
import type { NewTable } from "./protocol";

export type GameName = NewTable["game"];
