import { beforeEach, expect, test, vi } from "vitest";
import { Narrator } from "./narrator.svelte";

interface Said {
  text: string;
  lang: string;
  voice?: { lang: string };
  onend?: () => void;
  onerror?: () => void;
}
const VOICES = [
  { lang: "en-GB", default: true, localService: true },
  { lang: "es-ES", default: false, localService: true },
];
const TEXTS = ["The Long Stair", "She went in. It was dark.", "She came out."];
let said: Said[];
let problems: string[];
let cancelled: number;

function narrator(voices: object[] = VOICES): Narrator {
  const speech = {
    speak: (utterance: unknown) => void said.push(utterance as Said),
    cancel: () => void cancelled++,
    getVoices: () => voices as SpeechSynthesisVoice[],
  };
  return new Narrator(speech, (problem) => void problems.push(problem));
}
beforeEach(() => {
  said = [];
  problems = [];
  cancelled = 0;
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      lang = "";
      constructor(readonly text: string) {}
    },
  );
});

test("texts are read sentence by sentence, by a voice of their language", () => {
  const one = narrator();
  one.start(TEXTS, "es");
  const parts: (number | null)[] = [];
  while (one.status === "reading") {
    parts.push(one.part);
    said.at(-1)?.onend?.();
  }
  expect(said.map(({ text }) => text)).toEqual(["The Long Stair", "She went in.", "It was dark.", "She came out."]);
  expect(parts).toEqual([0, 1, 1, 2]);
  expect(said.every(({ lang, voice }) => lang === "es-ES" && voice === VOICES[1])).toBe(true);
  expect([one.status, one.part]).toEqual(["silent", null]);
});

test("after a pause the interrupted sentence is read again", () => {
  const one = narrator();
  one.start(TEXTS, "en");
  said[0]?.onend?.();
  one.pause();
  expect([one.status, one.part, cancelled]).toEqual(["paused", 1, 2]); // once to begin, once to pause
  said[1]?.onerror?.(); // browsers report a cancelled utterance as an error
  said[1]?.onend?.();
  expect([one.status, said.length, problems]).toEqual(["paused", 2, []]);
  one.resume();
  expect([one.status, said.at(-1)?.text]).toEqual(["reading", "She went in."]);
  said[1]?.onend?.();
  expect(said).toHaveLength(3);
});

test("a stopped narrator says nothing more, and begins again at the beginning", () => {
  const one = narrator();
  one.start(TEXTS, "en");
  one.stop();
  said[0]?.onend?.();
  one.resume();
  expect([one.status, said.length, cancelled]).toEqual(["silent", 1, 2]);
  one.start(TEXTS, "en");
  expect(said.at(-1)?.text).toBe("The Long Stair");
});

test("a device without a voice of the language says so; one that doesn't list its voices chooses itself", () => {
  const foreign = narrator([{ lang: "fr-FR", default: true, localService: true }]);
  foreign.start(TEXTS, "en");
  expect([foreign.status, problems, said]).toEqual(["silent", ["no_voice"], []]);
  narrator([]).start(TEXTS, "en");
  expect(said[0]?.lang).toBe("en");
});

test("a voice that fails is reported", () => {
  const one = narrator();
  one.start(TEXTS, "en");
  said[0]?.onerror?.();
  expect([one.status, problems]).toEqual(["silent", ["aloud_failed"]]);
});

test("nothing is read of no texts", () => {
  const one = narrator();
  one.start([], "en");
  expect([one.status, said]).toEqual(["silent", []]);
});
