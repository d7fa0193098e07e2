/** Open-loop load: starts work at a constant rate, whether or not earlier work is done. */
import { setTimeout as delay } from 'node:timers/promises';

/** More pending work means that the machine cannot sustain the rate. */
const MAX_PENDING = 10_000;

type Work = (at: number) => Promise<void>;
/** With a maximum, work waits until less of it is pending: a busy machine then gets less of it. */
type Rate = number | { perSecond: number; maxPending: number };

/** Starts work at a rate while `shouldContinue` returns true, waits for all of it and returns how often it ran. */
export async function runAtRate(
  rate: Rate,
  shouldContinue: (started: number) => boolean,
  work: Work,
): Promise<number> {
  const { perSecond, maxPending } =
    typeof rate === 'number' ? { perSecond: rate, maxPending: Infinity } : rate;
  const startedAt = performance.now();
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let started = 0;
  while (failures.length === 0 && shouldContinue(started)) {
    const isEarly = started >= ((performance.now() - startedAt) / 1_000) * perSecond;
    if (isEarly || pending.size >= maxPending) {
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
  rate: Rate,
  work: Work,
  meanwhile: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  const [started] = await Promise.all([
    runAtRate(rate, () => !isOver, work),
    meanwhile().finally(() => (isOver = true)),
  ]);
  return started;
}

/** A quarter of the rate in the short form, and little at a time: it must not fail on a busy machine. */
export function rateOf(perSecond: number, isTimed: boolean): Rate {
  return isTimed ? perSecond : { perSecond: perSecond / 4, maxPending: 6 };
}
