/** Sends changes to a server under trial, each based on the one before, and recognises acknowledgements in a trace. */
import { randomUUID } from 'node:crypto';
import type { Meal, Plans } from '#domain/plan/plan.ts';
import { weekAfter, type Week, weekAt } from '#domain/week/week.ts';
import { type Client, retryWhileUnavailable } from '../client.ts';
import type { Step } from './trace.ts';

/** Concurrent writers in different weeks: their changes wait for each other but never conflict. */
export async function makeChanges(
  client: Client,
  writers: number,
  isEnough: (made: number) => boolean,
): Promise<void> {
  const first = weekAt(Temporal.Now.instant(), 'UTC');
  const weeks = Array.from({ length: writers - 1 }).reduce<Week[]>(
    (all) => [...all, weekAfter(all.at(-1) as Week)],
    [first],
  );
  let made = 0;
  await Promise.all(
    weeks.map(async (week) => {
      const place = { week, day: 'Monday', slot: 'dinner' } as const;
      const { body } = await client.call('GET', `/app/api/plans/${week}`);
      let before: Meal | null = body.plan?.meals.Monday.dinner ?? null;
      while (!isEnough(made)) {
        made += 1;
        const after = { description: randomUUID() };
        const change = { id: randomUUID(), edits: [{ ...place, before, after }] };
        const { status } = await retryWhileUnavailable(() => client.call('POST', '/app/api/changes', change));
        if (status !== 200) throw new Error(`A change returned ${status}.`);
        before = after;
      }
    }),
  );
}

/** The plans in the acknowledgement of a change, if the step is one. */
export function acknowledgedIn(step: Step): Plans | undefined {
  const body = step.kind === 'output' && /^HTTP\/1\.1 200 .*\r\n\r\n(\{"plans":.*\})$/s.exec(step.text)?.[1];
  return body ? (JSON.parse(body) as { plans: Plans }).plans : undefined;
}
