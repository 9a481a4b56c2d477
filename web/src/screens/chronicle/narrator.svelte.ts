/**
 * Reads texts aloud, sentence by sentence. To pause it cancels, and to continue it says the sentence again: not every
 * browser can pause a voice.
 */
import { chooseVoice, sentencesOf } from "./voices";

/** The part of `speechSynthesis` that is needed. */
export type Speech = Pick<SpeechSynthesis, "speak" | "cancel" | "getVoices">;
export type NarratorProblem = "no_voice" | "aloud_failed";

interface Line {
  part: number;
  text: string;
}

/** Return the device's speech; null if it has none. */
export const findSpeech = (): Speech | null => ("speechSynthesis" in globalThis ? speechSynthesis : null);

export class Narrator {
  status = $state<"silent" | "reading" | "paused">("silent");
  #lines: Line[] = [];
  #at = $state(0);
  #language = "";
  /** The utterance being spoken: a browser may drop one that nothing refers to, and its events. */
  #utterance: SpeechSynthesisUtterance | null = null;

  constructor(
    private readonly speech: Speech,
    private readonly onProblem: (problem: NarratorProblem) => void,
  ) {}

  /** The number of the text being read; null while silent. */
  get part(): number | null {
    return this.status === "silent" ? null : (this.#lines[this.#at]?.part ?? null);
  }

  /** Read texts from the first to the last. */
  start(texts: readonly string[], language: string): void {
    this.stop();
    this.#lines = texts.flatMap((text, part) => sentencesOf(text, language).map((line) => ({ part, text: line })));
    this.#language = language;
    this.#at = 0;
    this.resume();
  }

  pause(): void {
    if (this.status !== "reading") return;
    this.status = "paused";
    this.#silence();
  }

  /** Continue with the sentence that was interrupted. */
  resume(): void {
    if (!this.#lines.length) return;
    this.status = "reading";
    this.#speak();
  }

  stop(): void {
    this.status = "silent";
    this.#lines = [];
    this.#silence();
  }

  #silence(): void {
    this.#utterance = null;
    this.speech.cancel();
  }

  #speak(): void {
    const line = this.#lines[this.#at];
    const voices = this.speech.getVoices();
    const voice = chooseVoice(voices, this.#language, navigator.languages ?? []);
    if (!line) this.stop();
    else if (voices.length && !voice) this.#fail("no_voice");
    else this.#say(line, voice);
  }

  #say(line: Line, voice: SpeechSynthesisVoice | null): void {
    const utterance = new SpeechSynthesisUtterance(line.text);
    utterance.lang = voice?.lang ?? this.#language;
    if (voice) utterance.voice = voice;
    utterance.onend = () => this.#isCurrent(utterance) && this.#next();
    utterance.onerror = () => this.#isCurrent(utterance) && this.#fail("aloud_failed");
    this.#utterance = utterance;
    this.speech.speak(utterance);
  }

  /** An utterance that was cancelled ends late, or with an error. */
  #isCurrent(utterance: SpeechSynthesisUtterance): boolean {
    return utterance === this.#utterance && this.status === "reading";
  }

  #next(): void {
    this.#at++;
    this.#speak();
  }

  #fail(problem: NarratorProblem): void {
    this.stop();
    this.onProblem(problem);
  }
}
