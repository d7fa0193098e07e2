/**
 * Sends the first requests of a page while the app is still loading: the session, and a week's plan, a shopping
 * list or the recipes. The app sends the same requests soon after and gets these responses, each once.
 */
import type { MeResponse, PlanResponse, SessionResponse } from '#http/app/contract.ts';
import { dateAt, weekOf } from './calendar.ts';
import { cachedMe } from './me.ts';

/** A response that takes longer, or is older, is not used. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const prefetched = new Map<string, { response: Promise<Response>; atMs: number }>();

/** The pending request for a week, and its member. */
type PrefetchedWeek = {
  me: MeResponse;
  today: string;
  week: string;
  response: Promise<PlanResponse | undefined>;
};

/** `wanted` defaults to this week in the family's time zone. Resolves when all requests are sent. */
export async function prefetchWeek(wanted: string | undefined): Promise<PrefetchedWeek | undefined> {
  const me = await prefetchMe();
  if (!me) return undefined;
  const today = dateAt(Date.now(), me.family.timeZone);
  const week = wanted ?? weekOf(today);
  const response = prefetch<PlanResponse>(`/app/api/plans/${week}`, memberHeaders(me));
  return { me, today, week, response };
}

/** `wanted` defaults to this week in the family's time zone. Resolves when all requests are sent. */
export async function prefetchList(wanted: string | undefined, language: string): Promise<void> {
  const me = await prefetchMe();
  if (!me) return;
  const week = wanted ?? weekOf(dateAt(Date.now(), me.family.timeZone));
  void prefetch(`/app/api/lists/${week}?language=${language}`, memberHeaders(me));
}

/** The first page of all recipes that fit the family. Resolves when all requests are sent. */
export async function prefetchRecipes(language: string): Promise<void> {
  const me = await prefetchMe();
  if (!me) return;
  const { hasEaterRules } = me.family;
  void prefetch(`/app/api/recipes?${hasEaterRules ? 'fits=true' : ''}&language=${language}`);
  if (hasEaterRules) void prefetch('/app/api/wishes');
}

/** Who is signed in, as this device knows it, or as the server says. */
async function prefetchMe(): Promise<MeResponse | undefined> {
  const found = prefetch<SessionResponse>('/app/api/session');
  return cachedMe() ?? (await found)?.me ?? undefined;
}

function memberHeaders({ member }: MeResponse): Headers {
  return { 'Weekfare-Member': member.id };
}

/** The response to the same request, if it was prefetched. */
export function takePrefetched(path: string, headers?: Headers): Promise<Response> | undefined {
  const key = cacheKey(path, headers);
  const early = prefetched.get(key);
  prefetched.delete(key);
  return early && performance.now() - early.atMs < FRESH_MS ? early.response : undefined;
}

async function prefetch<Body>(path: string, headers: Headers = {}): Promise<Body | undefined> {
  const pending = fetch(path, { headers, signal: AbortSignal.timeout(FRESH_MS) });
  prefetched.set(cacheKey(path, headers), { response: pending, atMs: performance.now() });
  try {
    const response = await pending;
    return response.ok ? ((await response.clone().json()) as Body) : undefined;
  } catch {
    // The caller of takePrefetched handles the failure.
    return undefined;
  }
}

function cacheKey(path: string, headers: Headers = {}): string {
  return JSON.stringify([path, headers]);
}
