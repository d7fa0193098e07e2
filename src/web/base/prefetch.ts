/**
 * Sends the first requests of a page while the app is still loading: the session, and a week's plan, a shopping
 * list or the recipes. The app sends the same requests soon after and gets these responses, each once.
 */
import type { MeResponse, SessionResponse } from '#http/app/contracts/contract.ts';
import { dateAt, weekOf } from './calendar.ts';
import { cachedMe } from './me.ts';

/** A response that takes longer, or is older, is not used. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const prefetched = new Map<string, { response: Promise<Response>; atMs: number }>();

/** Resolves when all requests are sent. `wanted` defaults to this week in the family's time zone. */
export async function prefetchWeek(wanted: string | undefined): Promise<void> {
  const me = await prefetchMe();
  if (me) prefetch(`/app/api/plans/${wanted ?? thisWeek(me)}`, memberHeaders(me));
}

export async function prefetchList(wanted: string | undefined, language: string): Promise<void> {
  const me = await prefetchMe();
  if (me) prefetch(`/app/api/lists/${wanted ?? thisWeek(me)}?language=${language}`, memberHeaders(me));
}

/** The first page of all recipes that fit the family. */
export async function prefetchRecipes(language: string): Promise<void> {
  const me = await prefetchMe();
  if (!me) return;
  const { hasEaterRules } = me.family;
  prefetch(`/app/api/recipes?${hasEaterRules ? 'fits=true' : ''}&language=${language}`);
  if (hasEaterRules) prefetch('/app/api/preferences');
}

/** Who is signed in, as this device knows it, or as the server says. */
async function prefetchMe(): Promise<MeResponse | null | undefined> {
  const pending = prefetch('/app/api/session');
  const known = cachedMe();
  if (known) return known;
  try {
    const response = await pending;
    return ((await response.clone().json()) as SessionResponse).me;
  } catch {
    return undefined;
  }
}

function thisWeek({ family }: MeResponse): string {
  return weekOf(dateAt(Date.now(), family.timeZone));
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

function prefetch(path: string, headers: Headers = {}): Promise<Response> {
  const response = fetch(path, { headers, signal: AbortSignal.timeout(FRESH_MS) });
  prefetched.set(cacheKey(path, headers), { response, atMs: performance.now() });
  // The caller of takePrefetched handles the failure.
  response.catch(() => {});
  return response;
}

function cacheKey(path: string, headers: Headers = {}): string {
  return JSON.stringify([path, headers]);
}
