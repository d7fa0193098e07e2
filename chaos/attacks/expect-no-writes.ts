/** Runs attacks that must write nothing: after those on each route, the whole database must be unchanged. */
import { isDeepStrictEqual } from 'node:util';
import { dump } from '#test/support/snapshot.ts';
import { type Attacked, WITHOUT_CASE } from './routes.ts';
import type { Target } from './target.ts';

/** Returns the faults of all attempts. `run` makes one attempt and returns the fault of its response, if any. */
export async function expectNoWrites<Attempt extends Attacked>(
  { store }: Target,
  attempts: readonly Attempt[],
  run: (attempt: Attempt) => Promise<string | undefined>,
): Promise<string[]> {
  const broken = [...WITHOUT_CASE];
  let before = await dump(store);
  for (const [name, routeAttempts] of Map.groupBy(attempts, (attempt) => attempt.name)) {
    for (const attempt of routeAttempts) {
      const fault = await run(attempt);
      if (fault !== undefined) broken.push(`${name} with ${fault}.`);
    }
    const after = await dump(store);
    if (!isDeepStrictEqual(after, before)) broken.push(`${name} wrote something.`);
    before = after;
  }
  return broken;
}
