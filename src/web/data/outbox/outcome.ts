/**
 * Maps the response to a change to an outcome: final or retry. A response that is not our server's (a hotel's
 * sign-in page, a proxy) is retried.
 */
import type { Plans } from '#domain/plan/plan.ts';
import { ApiError } from '#web/base/api.ts';
import type { ReceivedProblem } from './plan-outbox.ts';

export type Outcome<Response> =
  | { kind: 'done'; response: Response }
  | { kind: 'conflict'; plans: Plans }
  | { kind: 'refused'; reason: ReceivedProblem }
  | { kind: 'signed-out' }
  /** `afterSeconds`: the server named a time. `isReachable`: it responded, and limits the rate of requests. */
  | { kind: 'retry'; afterSeconds?: number | undefined; isReachable?: boolean };

export function outcomeOfError(error: unknown): Exclude<Outcome<never>, { kind: 'done' }> {
  // A timeout or a bug: the change is still stored.
  if (!(error instanceof ApiError)) return { kind: 'retry' };
  const { status, body, retryAfterSeconds } = error;
  const { code } = body;
  const plans = parsePlans(body);
  if (status === 409 && code === 'conflict' && plans) return { kind: 'conflict', plans };
  if (code === 'not-signed-in' || code === 'member-removed') return { kind: 'signed-out' };
  // Under a host name that is not allowed: once the operator has changed a setting, it can be sent.
  const isTemporary = [408, 429].includes(status) || code === 'host-not-allowed' || typeof code !== 'string';
  if (status < 400 || status >= 500 || isTemporary) {
    return { kind: 'retry', afterSeconds: retryAfterSeconds, isReachable: status === 429 };
  }
  const detail = error.errors.map(({ message }) => message).join('; ') || error.message;
  return { kind: 'refused', reason: { status, code, detail } };
}

export function parsePlans(body: unknown): Plans | undefined {
  const { plans } = (body ?? {}) as { plans?: Plans };
  return typeof plans === 'object' && plans !== null ? plans : undefined;
}
