/** The lists of the profile page: queries, refresh and optimistic updates. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { queries } from '#web/data/session.ts';

/** By the field of the response. Lists with the same operation are read with one request. */
const OPERATIONS = {
  members: 'GET /app/api/members',
  invitations: 'GET /app/api/invitations',
  sessions: 'GET /app/api/sessions',
  displays: 'GET /app/api/displays',
  calendarLinks: 'GET /app/api/calendar-links',
  keys: 'GET /app/api/keys',
  passkeys: 'GET /app/api/passkeys',
  identities: 'GET /app/api/identities',
  webhooks: 'GET /app/api/webhooks',
  dinnerTime: 'GET /app/api/webhooks',
} as const;
type Name = keyof typeof OPERATIONS;
type Responses = { [N in Name]: ResponseOf<(typeof OPERATIONS)[N]> };
type Lists = { [N in Name]: Responses[N][N & keyof Responses[N]] };

function keyOf(name: Name) {
  return [OPERATIONS[name]] as const;
}

/** Keys and displays are used while this page is open. */
const REFETCH_INTERVAL_MS = 30_000;

/** `select` maps the list to what the component shows. */
export function useList<N extends Name, Shown = Lists[N]>(
  name: N,
  select: (list: Lists[N]) => Shown = (list) => list,
): UseQueryResult<Shown> {
  return useQuery({
    queryKey: keyOf(name),
    // A response has at least the list for which it is read.
    queryFn: async ({ queryKey: [operation] }) => (await api(operation)) as unknown as Lists,
    refetchInterval: REFETCH_INTERVAL_MS,
    select: (lists) => select(lists[name]),
  });
}

/** What can act as this member. */
export function useAccess(): ResponseOf<'GET /app/api/access'>['access'] | undefined {
  return useQuery({
    queryKey: ['access'],
    queryFn: () => api('GET /app/api/access'),
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data?.access;
}

export function refreshList(name: Name): Promise<void> {
  return queries.invalidateQueries({ queryKey: keyOf(name) });
}

/** Updates the cache at once; the next response replaces it. */
export function updateCachedList<N extends Name>(name: N, adjust: (list: Lists[N]) => Lists[N]): void {
  queries.setQueryData<Lists>(keyOf(name), (lists) => lists && { ...lists, [name]: adjust(lists[name]) });
}

/** Whether a key or a display link works now. */
export function isActive(
  { revokedAt = null, expiresAt }: { revokedAt?: string | null; expiresAt: string | null },
  nowMs: number,
): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
