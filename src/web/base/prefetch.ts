/**
 * Sends the first requests of a page while the app is still loading: the session, and a week's plan, a shopping
 * list or the recipes. The app sends the same requests soon after and gets these responses, each once.
 */
import type { Operation, RequestOf, ResponseOf } from '#http/app-api.ts';
import type { Language } from '#languages/language.ts';
import { fillAddress } from './address.ts';
import { dateAt, weekOf } from './calendar.ts';
import { cachedMe, type Me } from './me.ts';

/** A response that takes longer, or is older, is not used. */
const FRESH_MS = 15_000;

type Headers = Record<string, string>;

const prefetched = new Map<string, { response: Promise<Response>; atMs: number }>();

/** Resolves when all requests are sent. `wanted` defaults to this week in the family's time zone. */
export async function prefetchWeek(wanted: string | undefined): Promise<void> {
  const me = await prefetchMe();
  if (me)
    void prefetch(
      'GET /app/api/plans/:week',
      { params: { week: wanted ?? thisWeek(me) } },
      memberHeaders(me),
    );
}

export async function prefetchList(wanted: string | undefined, language: Language): Promise<void> {
  const me = await prefetchMe();
  if (!me) return;
  const params = { week: wanted ?? thisWeek(me) };
  void prefetch('GET /app/api/lists/:week', { params, query: { language } }, memberHeaders(me));
}

/** The first page of all recipes that fit the family. */
export async function prefetchRecipes(language: Language): Promise<void> {
  const me = await prefetchMe();
  if (!me) return;
  const { hasEaterRules } = me.family;
  void prefetch('GET /app/api/recipes', { query: { fits: hasEaterRules ? 'true' : undefined, language } });
  if (hasEaterRules) void prefetch('GET /app/api/preferences', {});
}

/** Who is signed in, as this device knows it, or as the server says. */
async function prefetchMe(): Promise<Me | null | undefined> {
  const pending = prefetch('GET /app/api/session', {});
  const known = cachedMe();
  if (known) return known;
  try {
    const response = await pending;
    return ((await response.clone().json()) as ResponseOf<'GET /app/api/session'>).me;
  } catch {
    return undefined;
  }
}

function thisWeek({ family }: Me): string {
  return weekOf(dateAt(Date.now(), family.timeZone));
}

function memberHeaders({ member }: Me): Headers {
  return { 'Weekfare-Member': member.id };
}

/** The response to the same request, if it was prefetched. */
export function takePrefetched(path: string, headers?: Headers): Promise<Response> | undefined {
  const key = cacheKey(path, headers);
  const early = prefetched.get(key);
  prefetched.delete(key);
  return early && performance.now() - early.atMs < FRESH_MS ? early.response : undefined;
}

function prefetch<O extends Operation>(
  operation: O,
  parts: RequestOf<O>,
  headers: Headers = {},
): Promise<Response> {
  const path = fillAddress(operation, parts);
  const response = fetch(path, { headers, signal: AbortSignal.timeout(FRESH_MS) });
  prefetched.set(cacheKey(path, headers), { response, atMs: performance.now() });
  // The caller of takePrefetched handles the failure.
  response.catch(() => {});
  return response;
}

function cacheKey(path: string, headers: Headers = {}): string {
  return JSON.stringify([path, headers]);
}
