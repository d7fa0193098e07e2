/**
 * What the answer to a change means. Decides what is final and what is worth another try; whatever does
 * not speak as our service does (a hotel's sign-in page, a proxy) has decided nothing.
 */
import type { Plans } from '#domain/plan.ts';
import { Problem } from '#web/api.ts';
import type { Reason } from './ledger.ts';

export type Outcome =
  | { is: 'done' | 'conflict'; plans: Plans }
  | { is: 'refused'; reason: Reason }
  | { is: 'signed-out' }
  /** To be tried again, not before so many seconds if the service said so. */
  | { is: 'unheard'; afterSeconds?: number | undefined };

export function outcomeOf(answer: unknown): Outcome {
  const plans = plansIn(answer);
  return plans ? { is: 'done', plans } : { is: 'unheard' };
}

export function outcomeOfFailure(error: unknown): Outcome {
  // Given up waiting, or a bug: the change is kept, and tried again.
  if (!(error instanceof Problem)) return { is: 'unheard' };
  const { status, body, retryAfterSeconds } = error;
  const { code } = body;
  const plans = plansIn(body);
  if (status === 409 && code === 'conflict' && plans) return { is: 'conflict', plans };
  if (code === 'not-signed-in' || code === 'member-removed') return { is: 'signed-out' };
  if (status < 400 || status >= 500 || status === 408 || status === 429 || typeof code !== 'string') {
    return { is: 'unheard', afterSeconds: retryAfterSeconds };
  }
  const detail = error.errors.map(({ message }) => message).join('; ') || error.message;
  return { is: 'refused', reason: { status, code, detail } };
}

function plansIn(answer: unknown): Plans | undefined {
  const { plans } = (answer ?? {}) as { plans?: Plans };
  return typeof plans === 'object' && plans !== null ? plans : undefined;
}
