/** Sounds made on the spot: a brass bell, a card on felt, a coin. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** Browsers let a page be heard once it was touched, and say so on the console where one tries before. */
function mayBeHeard(): boolean {
  return typeof navigator === 'undefined' || (navigator.userActivation?.hasBeenActive ?? true);
}

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined' || !mayBeHeard()) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function tone(
  at: AudioContext,
  frequency: number,
  start: number,
  length: number,
  loudness: number,
  kind: OscillatorType = 'sine',
): void {
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, at.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0001, at.currentTime + start + length);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(at.currentTime + start);
  oscillator.stop(at.currentTime + start + length);
}

export function ringBell(): void {
  const at = audio();
  if (at)
    [1, 2.01, 2.99, 4.16, 5.43].forEach((part, place) =>
      tone(at, 880 * part, 0, 1.6 / (place + 1), 0.22 / (place + 1)),
    );
}

export function layCard(): void {
  const at = audio();
  if (at) tone(at, 170, 0, 0.07, 0.12, 'triangle');
}

export function dropCoin(): void {
  const at = audio();
  if (at) [1480, 2210].forEach((frequency, place) => tone(at, frequency, place * 0.05, 0.18, 0.06));
}

/** It is your turn: two soft tones, not to be taken for the bell. */
export function callTurn(): void {
  const at = audio();
  if (at) [523, 784].forEach((frequency, place) => tone(at, frequency, place * 0.16, 0.5, 0.1));
}
