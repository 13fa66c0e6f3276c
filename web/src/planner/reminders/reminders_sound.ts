// The sound of a reminder: two soft tones, made by the browser. Browsers stay silent until somebody
// has pressed something on the page.

const tones = [
  { hertz: 660, startSeconds: 0 },
  { hertz: 880, startSeconds: 0.16 },
];
const loudness = 0.08;
const attackSeconds = 0.02;
const fadeSeconds = 0.5;

let context: AudioContext | undefined;

export async function playChime(): Promise<void> {
  if (!('AudioContext' in window)) return;
  // A sound that waits for the first press would come at a time when nobody understands it.
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') await context.resume();
    for (const { hertz, startSeconds } of tones) playTone(context, hertz, startSeconds);
  } catch {
    // A machine without loudspeakers; the message on the page is still there.
  }
}

function playTone(audio: AudioContext, hertz: number, startSeconds: number): void {
  const start = audio.currentTime + startSeconds;
  const oscillator = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + attackSeconds);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + fadeSeconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + fadeSeconds);
}
