/**
 * Many clients of one family create different plans of the same week at the same time on three servers. One of them
 * succeeds; all others get 409 with the plan that exists.
 */
import { randomUUID } from 'node:crypto';
import { weekAt, type Week } from '#domain/week/week.ts';
import type { Reply } from '#test/support/service.ts';
import { retryWhileUnavailable } from '../client.ts';
import { callAs, type Cluster, type Household, startCluster } from '../cluster.ts';
import type { Trial } from '../trial.ts';

export const onePlan: Trial = {
  name: 'one-plan',
  part: 'faults',
  promise: '1,000 concurrent attempts to create the same plan on three processes create exactly one plan',
  times: { full: 1_000, short: 30 },
  coveredBy: 'src/http/endpoints/plan/changes.test.ts',
  defect: {
    what: 'an edit of an empty slot does not check whether the slot is still empty',
    file: 'src/actions/plan/changes.ts',
    from: 'isUnchanged: plain.every(isSeen)',
    to: 'isUnchanged: plain.every((edit) => edit.before === null || isSeen(edit))',
  },

  async run({ times, postgres, ...context }) {
    const cluster = await startCluster(context, await postgres());
    const home = await cluster.newFamily();
    // A week for which the family has no plan yet.
    const week = weekAt(Temporal.Now.instant().add({ hours: 21 * 24 }), 'UTC');
    let turnedAway = 0;
    const createPlan = (at: number): Promise<Reply> => {
      const { url } = cluster.servers[at % 3] as Cluster['servers'][number];
      const after = { description: `Pizza ${at}` };
      const edit = { week, day: 'Friday', slot: 'dinner', before: null, after };
      const change = { id: randomUUID(), edits: [edit] };
      const request = () => callAs(home, url, 'POST', '/app/api/changes', change);
      return retryWhileUnavailable(request, () => (turnedAway += 1));
    };
    const replies = await Promise.all(Array.from({ length: times }, (_, at) => createPlan(at)));
    const created = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 409);
    const others = replies.filter((reply) => !created.includes(reply) && !refused.includes(reply));
    const broken = others.map(({ status }) => `Creating a plan returned ${status}.`);
    if (created.length !== 1) broken.push(`${created.length} clients got 200 for creating the plan.`);
    const shown = new Set(replies.map(({ body }) => JSON.stringify(body.plans)));
    if (shown.size !== 1) broken.push(`${shown.size} different plans were returned.`);
    const written = await changesOf(cluster, home, week);
    if (written !== 1) broken.push(`A plan was written ${written} times.`);
    return {
      figures: { attempts: times, made: created.length, refused: refused.length, 'asked again': turnedAway },
      broken,
    };
  },
};

/** The number of writes of this week's plan in the audit log. */
async function changesOf({ store }: Cluster, { family }: Household, week: Week): Promise<number> {
  const lines = await store.db
    .selectFrom('audit')
    .select('detail')
    .where('family_id', '=', family)
    .where('detail', 'like', `%${week}%`)
    .execute();
  return lines.length;
}
