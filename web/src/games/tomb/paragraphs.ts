/** The paragraph of the rules that applies to a view. */
import type { TombShown } from "../../core/protocol";
import { kindOf } from "./faces";

const PHASES: Record<TombShown["phase"], string> = {
  between: "9",
  turning: "3",
  standing: "3.6",
  struck: "8",
  held: "6.2",
  dark: "7.2",
  marking: "3.9",
  dropping: "4.3",
  over: "10",
};
const ENCOUNTERS: Record<string, string> = { monster: "4", trap: "5", door: "6" };

export function ruleFor({ phase, encounter }: TombShown): string {
  return (phase === "standing" && encounter && ENCOUNTERS[kindOf(encounter)]) || PHASES[phase];
}
