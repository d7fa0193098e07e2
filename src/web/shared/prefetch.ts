/**
 * Sends the first requests of a page while the app is still loading: the session, and a week's plan, a shopping
 * list or the recipes. The app sends the same requests soon after and gets these responses, each once.
 */
import type {
  ListResponse,
  MeResponse,
  PlanResponse,
  PreferencesResponse,
  RecipesResponse,
  SessionResponse,
} from '#http/app/contracts/contract.ts';
import { dateAt, weekOf } from './calendar.ts';
import { cachedMe } from './me.ts';

/** A response that takes longer, or is older, is not used. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const prefetched = new Map<string, { response: Promise<Response>; atMs: number }>();

/** The member, and the pending requests of a page. */
type Prefetched<Requests> = { me: MeResponse } & Requests;
type Pending<Body> = Promise<Body | undefined>;

/** Resolves when all requests are sent, for a visitor to null, and without a response of the server to undefined. */
type Prefetching<Requests> = Promise<Prefetched<Requests> | null | undefined>;

/** `wanted` defaults to this week in the family's time zone. */
export async function prefetchWeek(
  wanted: string | undefined,
): Prefetching<{ today: string; week: string; plan: Pending<PlanResponse> }> {
  const me = await prefetchMe();
  if (!me) return me;
  const today = dateAt(Date.now(), me.family.timeZone);
  const week = wanted ?? weekOf(today);
  return { me, today, week, plan: prefetch(`/app/api/plans/${week}`, memberHeaders(me)) };
}

/** `wanted` defaults to this week in the family's time zone. */
export async function prefetchList(
  wanted: string | undefined,
  language: string,
): Prefetching<{ week: string; list: Pending<ListResponse> }> {
  const me = await prefetchMe();
  if (!me) return me;
  const week = wanted ?? weekOf(dateAt(Date.now(), me.family.timeZone));
  return { me, week, list: prefetch(`/app/api/lists/${week}?language=${language}`, memberHeaders(me)) };
}

/** The first page of all recipes that fit the family. */
export async function prefetchRecipes(
  language: string,
): Prefetching<{ recipes: Pending<RecipesResponse>; preferences: Pending<PreferencesResponse> | undefined }> {
  const me = await prefetchMe();
  if (!me) return me;
  const { hasEaterRules } = me.family;
  return {
    me,
    recipes: prefetch(`/app/api/recipes?${hasEaterRules ? 'fits=true' : ''}&language=${language}`),
    preferences: hasEaterRules ? prefetch('/app/api/preferences') : undefined,
  };
}

/** Who is signed in, as this device knows it, or as the server says: null for a visitor. */
async function prefetchMe(): Promise<MeResponse | null | undefined> {
  const found = prefetch<SessionResponse>('/app/api/session');
  return cachedMe() ?? (await found)?.me;
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
