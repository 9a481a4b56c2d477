/** Texts and icons of moves. Only the server decides which moves are legal. */
import { cardName, shortName } from "../../cards/names";
import type { TombShown } from "../../core/protocol";
import { say } from "../../core/words.svelte";

export interface DescribedMove {
  move: string;
  kind: string;
  /** The card that can be clicked instead of the button. */
  card: string | null;
  label: string;
  why: string;
  icon: string;
  /** The text for screen readers, with the full names of cards. */
  spoken: string;
}

const ICONS: Record<string, string> = {
  delve: "3d-stairs",
  retreat: "lob-arrow",
  onward: "sun",
  draw: "card-pickup",
  drop: "run",
  dodge: "dodge",
  suffer: "broken-heart",
  yield: "card-discard",
  read: "scroll-unfurled",
  leave: "footprint",
  JS: "enrage",
  JD: "clockwork",
  JC: "lockpicks",
};
/** The cards of moves that don't name theirs. */
const CARDS: Record<string, string> = { dodge: "JH", read: "Jk" };

export function describeMove(move: string, view: TombShown): DescribedMove {
  const [kind = "", named] = move.split(" ");
  const card = named ?? CARDS[kind] ?? null;
  const key = keyOf(kind, view);
  const params = {
    n: kind === "yield" ? view.owed : view.blow,
    hp: view.hit_points,
    turn: view.turn + 1,
    skill: named ? say(`tomb.skill.${named}`) : "",
  };
  const isDeadly = kind === "suffer" && view.blow >= view.hit_points;
  const why = say(`tomb.why.${isDeadly ? "suffer_dead" : key === "drop_more" ? "drop" : key}`, params);
  const label = (card: string) => say(`tomb.do.${key}`, { ...params, card });
  return {
    move,
    kind,
    card,
    label: label(named ? shortName(named) : ""),
    why,
    icon: key === "walk_out" ? "exit-door" : (ICONS[kind === "play" ? (named ?? "") : kind] ?? "footprint"),
    spoken: `${label(named ? cardName(named) : "")}: ${why}`,
  };
}

/** Return the catalogue key of a move: some moves are named differently in some situations. */
function keyOf(kind: string, view: TombShown): string {
  if (kind === "delve" && view.turn === 0) return "begin";
  if (kind === "retreat" && view.turn === 1) return "walk_out";
  if (kind === "drop" && view.phase === "dropping") return "drop_more";
  return kind;
}
