/** A move's words: what it is, what it means, and which card it names. Which moves there are is the house's to say. */
import { cardName, short } from "../cards/names";
import type { TombShown } from "../core/protocol";
import { say } from "../core/words.svelte";

export interface Told {
  move: string;
  kind: string;
  /** The card that one may click instead. */
  card: string | null;
  label: string;
  why: string;
  icon: string;
  /** For who hears it: cards by their names. */
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
/** Moves that don't name their card, though one lies in the hand for them. */
const CARDS: Record<string, string> = { dodge: "JH", read: "Jk" };

export function tell(move: string, view: TombShown): Told {
  const [kind = "", named] = move.split(" ");
  const card = named ?? CARDS[kind] ?? null;
  const key = keyOf(kind, view);
  const parts = {
    n: kind === "yield" ? view.owed : view.blow,
    hp: view.hit_points,
    turn: view.turn + 1,
    skill: named ? say(`tomb.skill.${named}`) : "",
  };
  const deadly = kind === "suffer" && view.blow >= view.hit_points;
  const why = say(`tomb.why.${deadly ? "suffer_dead" : key === "drop_more" ? "drop" : key}`, parts);
  const label = (shown: string) => say(`tomb.do.${key}`, { ...parts, card: shown });
  return {
    move,
    kind,
    card,
    label: label(named ? short(named) : ""),
    why,
    icon: key === "walk_out" ? "exit-door" : (ICONS[kind === "play" ? (named ?? "") : kind] ?? "footprint"),
    spoken: `${label(named ? cardName(named) : "")}: ${why}`,
  };
}

/** The same move is called differently at the entrance, and where it goes straight out. */
function keyOf(kind: string, view: TombShown): string {
  if (kind === "delve" && view.turn === 0) return "begin";
  if (kind === "retreat" && view.turn === 1) return "walk_out";
  if (kind === "drop" && view.phase === "dropping") return "drop_more";
  return kind;
}
