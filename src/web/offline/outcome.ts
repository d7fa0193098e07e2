/**
 * What the answer to a change means. Decides what is final and what is worth another try; whatever does
 * not speak as our service does (a hotel's sign-in page, a proxy) has decided nothing.
 */
import type { Plans } from '#domain/plan/plan.ts';
import { ApiError } from '#web/api.ts';
import type { RefusalReason } from './plan-outbox.ts';

export type Outcome =
  | { is: 'done' | 'conflict'; plans: Plans }
  | { is: 'refused'; reason: RefusalReason }
  | { is: 'signed-out' }
  /**
   * To be tried again, not before so many seconds if the service said so. `isHere`: the service answered, it
   * only wants to be asked less often.
   */
  | { is: 'unheard'; afterSeconds?: number | undefined; isHere?: boolean };

export function outcomeOf(answer: unknown): Outcome {
  const plans = plansIn(answer);
  return plans ? { is: 'done', plans } : { is: 'unheard' };
}

export function outcomeOfFailure(error: unknown): Outcome {
  // Given up waiting, or a bug: the change is kept, and tried again.
  if (!(error instanceof ApiError)) return { is: 'unheard' };
  const { status, body, retryAfterSeconds } = error;
  const { code } = body;
  const plans = plansIn(body);
  if (status === 409 && code === 'conflict' && plans) return { is: 'conflict', plans };
  if (code === 'not-signed-in' || code === 'member-removed') return { is: 'signed-out' };
  // Under a host name that is not allowed: the operator has to change a setting, then it can be sent.
  const isForLater = [408, 429].includes(status) || code === 'host-not-allowed' || typeof code !== 'string';
  if (status < 400 || status >= 500 || isForLater) {
    return { is: 'unheard', afterSeconds: retryAfterSeconds, isHere: status === 429 };
  }
  const detail = error.errors.map(({ message }) => message).join('; ') || error.message;
  return { is: 'refused', reason: { status, code, detail } };
}

function plansIn(answer: unknown): Plans | undefined {
  const { plans } = (answer ?? {}) as { plans?: Plans };
  return typeof plans === 'object' && plans !== null ? plans : undefined;
}
