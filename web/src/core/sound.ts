/** Short synthesized sounds, played only if the player has turned sound on. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "win" | "lose" | "blow" | "torch" | "coin" | "rumble" | "bell";

const NOTES: Record<Sound, { tones: number[]; seconds: number; shape: OscillatorType; volume: number }> = {
  card: { tones: [520], seconds: 0.05, shape: "triangle", volume: 0.05 },
  coin: { tones: [1046, 1568], seconds: 0.09, shape: "sine", volume: 0.07 },
  blow: { tones: [140, 90], seconds: 0.12, shape: "sawtooth", volume: 0.08 },
  torch: { tones: [330, 220], seconds: 0.18, shape: "sine", volume: 0.06 },
  rumble: { tones: [70, 55, 45], seconds: 0.16, shape: "sawtooth", volume: 0.09 },
  bell: { tones: [880], seconds: 0.3, shape: "sine", volume: 0.06 },
  win: { tones: [523, 659, 784, 1046], seconds: 0.16, shape: "triangle", volume: 0.08 },
  lose: { tones: [392, 330, 262, 196], seconds: 0.2, shape: "triangle", volume: 0.08 },
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  const audio = context;
  const { tones, seconds, shape, volume } = NOTES[sound];
  tones.forEach((tone, index) => {
    const at = currentTime + index * seconds;
    const source = audio.createOscillator();
    const gain = audio.createGain();
    source.type = shape;
    source.frequency.value = tone;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    source.connect(gain).connect(destination);
    source.start(at);
    source.stop(at + seconds);
  });
}
