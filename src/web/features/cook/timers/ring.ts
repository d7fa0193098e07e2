/** The sound of a timer that has ended, made with Web Audio; also vibration, and a notification if it is allowed. */

let audio: AudioContext | undefined;

/** Browsers allow sound only after a tap: call this in the tap that starts a timer. */
export function allowSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

const BEEPS = 3;
const BEEP_SECONDS = 0.18;
const PAUSE_SECONDS = 0.14;
const PITCH_HZ = 880;
const LOUDNESS = 0.5;

/** Three beeps. After a reload, there is no sound before the first tap on the page. */
export function ring(): void {
  allowSound();
  if (audio?.state === 'running') for (let beep = 0; beep < BEEPS; beep += 1) playBeep(audio, beep);
  navigator.vibrate?.([300, 150, 300]);
}

function playBeep(context: AudioContext, beep: number): void {
  const start = context.currentTime + beep * (BEEP_SECONDS + PAUSE_SECONDS);
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = PITCH_HZ;
  volume.gain.setValueAtTime(0, start);
  // A ramp instead of a jump, which would click.
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  volume.gain.setValueAtTime(LOUDNESS, start + BEEP_SECONDS - 0.04);
  volume.gain.linearRampToValueAtTime(0, start + BEEP_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + BEEP_SECONDS);
}

/** For a page that nobody is looking at. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/icon-192.png' };
  // Phones allow it only through the worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else void new Notification(title, options);
}

/** Whether the person can still be asked. */
export function canAskForNotifications(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}
