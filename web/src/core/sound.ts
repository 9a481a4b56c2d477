/** Plays the synthesized sounds, only if the player has turned sound on. */
import { settings } from "./settings.svelte";
import { isTone, type Part, SCORES, type Sound } from "./sound_scores";

export type { Sound };

const SILENCE = 0.0001;
const NOISE_SECONDS = 1;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

export function play(sound: Sound): void {
  if (!settings.sound || settings.volume === 0) return;
  context ??= new AudioContext();
  // A browser keeps it suspended until the player has pressed something.
  if (context.state === "suspended") context.resume().catch(() => undefined);
  const master = new GainNode(context, { gain: settings.volume });
  master.connect(context.destination);
  for (const part of SCORES[sound]) playPart(context, part, master);
}

function playPart(audio: AudioContext, part: Part, master: AudioNode): void {
  const { at = 0, seconds, attack = 0.004, volume } = part;
  const start = audio.currentTime + at;
  const end = start + seconds;
  const gain = new GainNode(audio, { gain: SILENCE });
  gain.gain.setValueAtTime(SILENCE, start);
  gain.gain.linearRampToValueAtTime(volume, start + attack);
  gain.gain.exponentialRampToValueAtTime(SILENCE, end);
  gain.connect(master);
  const source = isTone(part) ? new OscillatorNode(audio, { type: part.shape }) : noiseSource(audio);
  if (source instanceof OscillatorNode) {
    glide(source.frequency, part.pitch, start, end);
    source.connect(gain);
  } else if (!isTone(part)) {
    const filter = new BiquadFilterNode(audio, { type: part.filter, Q: part.q ?? 1 });
    glide(filter.frequency, part.pitch, start, end);
    source.connect(filter).connect(gain);
  }
  source.start(start);
  source.stop(end);
}

function glide(param: AudioParam, [from, to]: [number, number], start: number, end: number): void {
  param.setValueAtTime(from, start);
  param.exponentialRampToValueAtTime(to, end);
}

/** Return a source of white noise; each begins elsewhere, so that two never sound the same. */
function noiseSource(audio: AudioContext): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate * NOISE_SECONDS, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  }
  const start = Math.random() * NOISE_SECONDS;
  return new AudioBufferSourceNode(audio, { buffer: noise, loop: true, loopStart: start / 2, loopEnd: NOISE_SECONDS });
}
