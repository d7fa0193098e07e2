/**
 * The first questions of a week's page, asked while the app is on its way: who is here, and what they have
 * planned. Whoever asks the same soon after gets the answer, once.
 */
import type { MeResponse, PlanResponse } from '#http/app/contract.ts';
import { dateAt, weekOf } from './calendar.ts';
import { cachedMe } from './me.ts';

/** After that an answer will not come any more, or is too old. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const prefetched = new Map<string, { answer: Promise<Response>; atMs: number }>();

/** What has been asked of a week, and for whom. */
type PrefetchedWeek = {
  me: MeResponse;
  today: string;
  week: string;
  response: Promise<PlanResponse | undefined>;
};

/** Without a week it is this week, as the family's calendar has it. Comes back when all is asked that can be. */
export async function prefetchWeek(wanted: string | undefined): Promise<PrefetchedWeek | undefined> {
  const found = prefetch<MeResponse>('/app/api/me');
  const me = cachedMe() ?? (await found);
  if (!me) return undefined;
  const today = dateAt(Date.now(), me.family.timeZone);
  const week = wanted ?? weekOf(today);
  const response = prefetch<PlanResponse>(`/app/api/plans/${week}`, {
    'Weekfare-Member': me.member.id,
  });
  return { me, today, week, response };
}

/** The answer to the same question, if it was asked early. */
export function takePrefetched(path: string, headers?: Headers): Promise<Response> | undefined {
  const question = cacheKey(path, headers);
  const early = prefetched.get(question);
  prefetched.delete(question);
  return early && performance.now() - early.atMs < FRESH_MS ? early.answer : undefined;
}

async function prefetch<Body>(path: string, headers: Headers = {}): Promise<Body | undefined> {
  const answer = fetch(path, { headers, signal: AbortSignal.timeout(FRESH_MS) });
  prefetched.set(cacheKey(path, headers), { answer, atMs: performance.now() });
  try {
    const response = await answer;
    return response.ok ? ((await response.clone().json()) as Body) : undefined;
  } catch {
    // Whoever takes it will see what went wrong.
    return undefined;
  }
}

function cacheKey(path: string, headers: Headers = {}): string {
  return JSON.stringify([path, headers]);
}
