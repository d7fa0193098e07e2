/** Open-loop load: starts work at a constant rate, whether or not earlier work is done. */
import { setTimeout as delay } from 'node:timers/promises';

/** With more work pending the machine cannot keep the rate. */
const MAX_PENDING = 10_000;

type Work = (at: number) => Promise<void>;

/** Starts work at a rate while `goesOn` returns true; returns how often, when all of it is done. */
export async function runAtRate(
  perSecond: number,
  goesOn: (started: number) => boolean,
  work: Work,
): Promise<number> {
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let started = 0;
  while (failures.length === 0 && goesOn(started)) {
    if (started >= ((performance.now() - startedAt) / 1_000) * perSecond) {
      await delay(1);
      continue;
    }
    const one = work(started)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => pending.delete(one));
    pending.add(one);
    if (pending.size > MAX_PENDING) failures.push(new Error('The machine does not keep the rate.'));
    started += 1;
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return started;
}

/** The same until `meanwhile` is done. */
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

/** A quarter of the rate without time limits: the short form must not fail on a busy machine. */
export function rateOf(perSecond: number, isTimed: boolean): number {
  return isTimed ? perSecond : perSecond / 4;
}
