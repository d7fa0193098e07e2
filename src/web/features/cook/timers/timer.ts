/** Kitchen timers, as plain values: what each action makes of one, and what is left of it. */

export type Timer = {
  readonly id: string;
  readonly recipeId: string;
  /** The dish. */
  readonly title: string;
  /** From 1. */
  readonly step: number;
  /** The time as the step says it: "20 to 25 minutes". */
  readonly words: string;
  /** Whether it rings at the lower end of a range. */
  readonly isRange: boolean;
  /** Where the time is in the step: one timer for each. */
  readonly from: number;
  /** When it rings; while it is paused, undefined. */
  readonly endsAtMs?: number;
  /** While it is paused. */
  readonly leftMs?: number;
};

export type NewTimer = Omit<Timer, 'endsAtMs' | 'leftMs'> & { seconds: number };

const MINUTE_MS = 60_000;
/** A timer that ended longer ago is forgotten: nobody waits for it any more. */
const FORGOTTEN_MS = 12 * 3_600_000;

export function startTimer({ seconds, ...timer }: NewTimer, nowMs: number): Timer {
  return { ...timer, endsAtMs: nowMs + seconds * 1_000 };
}

/** Negative since it ended. */
export function leftMs({ endsAtMs, leftMs: paused = 0 }: Timer, nowMs: number): number {
  return endsAtMs === undefined ? paused : endsAtMs - nowMs;
}

export function isPaused({ endsAtMs }: Timer): boolean {
  return endsAtMs === undefined;
}

export function isOver(timer: Timer, nowMs: number): boolean {
  return !isPaused(timer) && leftMs(timer, nowMs) <= 0;
}

export function pauseTimer(timer: Timer, nowMs: number): Timer {
  const { endsAtMs: _ends, ...rest } = timer;
  return isPaused(timer) ? timer : { ...rest, leftMs: Math.max(0, leftMs(timer, nowMs)) };
}

export function resumeTimer(timer: Timer, nowMs: number): Timer {
  const { leftMs: left, ...rest } = timer;
  return isPaused(timer) ? { ...rest, endsAtMs: nowMs + (left ?? 0) } : timer;
}

/** One that has ended starts again with a minute. */
export function addMinute(timer: Timer, nowMs: number): Timer {
  if (isPaused(timer)) return { ...timer, leftMs: leftMs(timer, nowMs) + MINUTE_MS };
  return { ...timer, endsAtMs: Math.max(nowMs, timer.endsAtMs ?? nowMs) + MINUTE_MS };
}

/** "4:05", "1:04:05". Rounds up, so that it shows 0:00 only at the end. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** The timers in stored text, which may be another version's. */
export function parseTimers(text: string | null, nowMs: number): Timer[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const timers = Array.isArray(stored) ? (stored as (Partial<Timer> | null)[]) : [];
  return timers.filter(isTimer).filter((timer) => leftMs(timer, nowMs) > -FORGOTTEN_MS);
}

function isTimer(value: Partial<Timer> | null): value is Timer {
  if (value === null) return false;
  const texts = [value.id, value.recipeId, value.title, value.words];
  return (
    texts.every((text) => typeof text === 'string') && typeof (value.endsAtMs ?? value.leftMs) === 'number'
  );
}
