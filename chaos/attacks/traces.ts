/** Attempts that must leave no trace: after those on each route the whole database is as it was. */
import { isDeepStrictEqual } from 'node:util';
import { dump } from '#test/support/app-cases.ts';
import { type Attacked, WITHOUT_CASE } from './routes.ts';
import type { Target } from './target.ts';

/** Makes the attempts and answers what went wrong; `judge` makes one and says what was wrong with its answer. */
export async function tryWithoutTrace<Attempt extends Attacked>(
  { store }: Target,
  attempts: readonly Attempt[],
  judge: (attempt: Attempt) => Promise<string | undefined>,
): Promise<string[]> {
  const broken = [...WITHOUT_CASE];
  let before = await dump(store);
  for (const [name, ofRoute] of Map.groupBy(attempts, (attempt) => attempt.name)) {
    for (const attempt of ofRoute) {
      const wrong = await judge(attempt);
      if (wrong !== undefined) broken.push(`${name} with ${wrong}.`);
    }
    const after = await dump(store);
    if (!isDeepStrictEqual(after, before)) broken.push(`${name} wrote something.`);
    before = after;
  }
  return broken;
}
