/** The texts of the history, which data names: kinds of counts, their values, remarks, challenges and achievements. */
import type { RemarkShown } from "./protocol";
import { capitalize, entry } from "./words.svelte";

/** Return what a kind of count is about, such as `depth`; its name if there is no text. */
export const kindLabel = (kind: string): string => entry("career.kind", kind) || readable(kind);

/** Return the label of a value of a kind; the value itself if there is no text, as for most numbers. */
export const valueLabel = (kind: string, value: string): string => namedValue(kind, value) || readable(value);

/** Return the text of a value of a kind; an empty one if there is none. */
export const namedValue = (kind: string, value: string): string =>
  entry("career.value", `${kind}_${value}`) || entry("career.value", value);

/** Say how a game ended for a player: `Escaped`. */
export const outcomeText = (outcome: string, won: boolean): string =>
  capitalize((won && entry("career.value", `outcome_${outcome}_won`)) || valueLabel("outcome", outcome));

export const challengeText = (name: string): string => entry("career.challenge", name) || readable(name);
export const achievementTitle = (name: string): string => entry("career.achievement", name) || readable(name);
/** Return what an achievement is given for; an empty text if there is none. */
export const achievementText = (name: string): string => entry("career.achievement_text", name);

/** Return one sentence for each remark; remarks that this page doesn't know are left out. */
export const remarkTexts = (remarks: readonly RemarkShown[]): string[] =>
  remarks.map(({ code, n }) => entry("career.remark", code, { n })).filter(Boolean);

const readable = (name: string) => name.replaceAll("_", " ");
