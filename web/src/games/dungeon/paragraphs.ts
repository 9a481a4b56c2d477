/** The paragraph of the rules that applies to a view. */
import type { DungeonShown } from "../../core/protocol";

const PENDING: Partial<Record<DungeonShown["pending"], string>> = {
  bid: "1.4",
  turn: "2",
  discard: "2.7",
  attacked: "4.3",
  asked: "6.2",
  answered: "6.3",
  caught: "10",
  robbing: "5",
  saving: "12.2",
  aces: "7.4",
  counters: "11.2",
  accusations: "14.4",
  over: "8",
};

export const ruleFor = ({ pending }: DungeonShown): string => PENDING[pending] ?? "2";
