/** A steady pace: what is due is begun, whether or not what was begun before is done. */
import { setTimeout as delay } from 'node:timers/promises';

/** Who is so far behind does not catch up any more. */
const MOST_UNDER_WAY = 10_000;

type Work = (at: number) => Promise<void>;

/** Begins work so many times a second while it goes on; answers how often when all of it is done. */
export async function steadily(
  perSecond: number,
  goesOn: (begun: number) => boolean,
  work: Work,
): Promise<number> {
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let begun = 0;
  while (failures.length === 0 && goesOn(begun)) {
    if (begun >= ((performance.now() - startedAt) / 1_000) * perSecond) {
      await delay(1);
      continue;
    }
    const one = work(begun)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size > MOST_UNDER_WAY) failures.push(new Error('The machine does not keep the pace.'));
    begun += 1;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return begun;
}

/** The same for as long as something else takes. */
export async function steadilyWhile(
  perSecond: number,
  work: Work,
  meanwhile: () => Promise<void>,
): Promise<number> {
  let isOver = false;
  const [begun] = await Promise.all([
    steadily(perSecond, () => !isOver, work),
    meanwhile().finally(() => (isOver = true)),
  ]);
  return begun;
}

/** A quarter of it where time does not count: the short form shall not fail because the machine is busy. */
export function paceOf(perSecond: number, isTimed: boolean): number {
  return isTimed ? perSecond : perSecond / 4;
}
