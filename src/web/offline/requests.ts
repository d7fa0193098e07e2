/**
 * The two questions of the plan store. Each names the member who asks: another person may have signed
 * in on this device, in another tab, and must neither get the first one's changes nor show their plan.
 */
import type { Plan } from '#domain/plan/plan.ts';
import type { ChangeRequest, PlanResponse } from '#http/app/contract.ts';
import { request, ApiError } from '#web/api.ts';
import { type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';

/** A request that takes longer has failed; the next one will find out what became of it. */
const TIMEOUT_MS = 15_000;
/** Browsers send at most 64 kB after a page is closed; a letter may take three. */
const FAREWELL_LETTERS = 20_000;

/** For a request of this member and nobody else. */
export function as(member: string) {
  return { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { 'Weekfare-Member': member } };
}

export async function postChange(member: string, change: ChangeRequest): Promise<Outcome> {
  const keepalive = JSON.stringify(change).length < FAREWELL_LETTERS;
  try {
    return outcomeOf(await request('POST', '/app/api/changes', change, { ...as(member), keepalive }));
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

export async function fetchPlan(member: string, week: string): Promise<Plan | null> {
  const response = await request<Partial<PlanResponse> | undefined>(
    'GET',
    `/app/api/plans/${week}`,
    undefined,
    as(member),
  );
  if (response?.plan === undefined) throw new ApiError(0, {});
  return response.plan;
}
