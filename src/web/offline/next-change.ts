/**
 * Sends the change that waits longest, and writes down what became of it. Decides in which order what is
 * shown and what is kept follow an answer.
 */
import { mealAt, type Plans } from '#domain/plan/plan.ts';
import type { Outcome } from './outcome.ts';
import type { Journal } from './optimistic-log.ts';
import { acknowledge, rebase, type PlanChange, refuse, waiting } from './plan-outbox.ts';

type Parts = {
  journal: Pick<Journal, 'apply' | 'reload'>;
  post: (change: Pick<PlanChange, 'id' | 'edits' | 'basis'>) => Promise<Outcome>;
  takePlans: (plans: Plans, askedAt: number) => void;
  now: () => number;
  isClosed: () => boolean;
};

export async function sendNextChange({ journal, post, takePlans, now, isClosed }: Parts) {
  // Only what is kept is sent, and other tabs may have sent some.
  const [change] = waiting(await journal.reload());
  if (!change || isClosed()) return undefined;
  const { id, edits, basis } = change;
  const askedAt = now();
  const outcome = await post({ id, edits, basis });
  if (outcome.is === 'refused') await journal.apply((ledger) => refuse(ledger, id, outcome.reason));
  if (outcome.is === 'done' || outcome.is === 'conflict') {
    const { is, plans } = outcome;
    // The plans first: taken off the queue before it is in the plan, the change would blink.
    takePlans(plans, askedAt);
    await journal.apply((ledger) =>
      is === 'done'
        ? acknowledge(ledger, id)
        : rebase(ledger, id, (place) => mealAt(plans[place.week]?.meals ?? {}, place) ?? null),
    );
  }
  return outcome;
}
