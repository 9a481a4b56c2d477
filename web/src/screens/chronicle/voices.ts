/** The voices of the device, and texts cut to what a voice can say in one go. */

type Voice = Pick<SpeechSynthesisVoice, "lang" | "default" | "localService">;

const normalized = (language: string) => language.toLowerCase().replaceAll("_", "-");

/** Return the best voice of a language: of the player's region, the device's default, without a network. */
export function chooseVoice<V extends Voice>(
  voices: readonly V[],
  language: string,
  preferred: readonly string[] = [],
): V | null {
  const regions = preferred.map(normalized);
  const score = (voice: V) =>
    (regions.includes(normalized(voice.lang)) ? 4 : 0) + (voice.default ? 2 : 0) + (voice.localService ? 1 : 0);
  const speaking = voices.filter(({ lang }) => normalized(lang).split("-")[0] === language);
  return speaking.sort((one, other) => score(other) - score(one))[0] ?? null;
}

/** Cut a text into sentences: some voices fall silent after a quarter of a minute. */
export function sentencesOf(text: string, language: string): string[] {
  if (!("Segmenter" in Intl)) return [text];
  const segments = new Intl.Segmenter(language, { granularity: "sentence" }).segment(text);
  return Array.from(segments, ({ segment }) => segment.trim()).filter(Boolean);
}
