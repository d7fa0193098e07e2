/** Open-loop load: starts work at a constant rate, whether or not earlier work is done. */
import { setTimeout as delay } from 'node:timers/promises';

/** More pending work means that the machine cannot sustain the rate. */
const MAX_PENDING = 10_000;

type Work = (at: number) => Promise<void>;

/** Starts work at a rate while `shouldContinue` returns true, waits for all of it and returns how often it ran. */
export async function runAtRate(
  perSecond: number,
  shouldContinue: (started: number) => boolean,
  work: Work,
): Promise<number> {
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let started = 0;
  while (failures.length === 0 && shouldContinue(started)) {
    if (started >= ((performance.now() - startedAt) / 1_000) * perSecond) {
      await delay(1);
      continue;
    }
    const one = work(started)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => pending.delete(one));
    pending.add(one);
    if (pending.size > MAX_PENDING) failures.push(new Error('The machine does not sustain the rate.'));
    started += 1;
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return started;
}

/** Starts work at a rate until `meanwhile` is done. */
export async function runAtRateWhile(
  perSecond: number,
  work: Work,
  meanwhile: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  const [started] = await Promise.all([
    runAtRate(perSecond, () => !isOver, work),
    meanwhile().finally(() => (isOver = true)),
  ]);
  return started;
}

/** A quarter of the rate in the short form, which must not fail on a busy machine. */
export function rateOf(perSecond: number, isTimed: boolean): number {
  return isTimed ? perSecond : perSecond / 4;
}
