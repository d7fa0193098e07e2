/** The lists of the profile page: queries, refresh and optimistic updates. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  AccessCounts,
  IdentitiesResponse,
  PasskeysResponse,
  SessionsResponse,
} from '#http/app/contracts/account-contract.ts';
import type { CalendarLinksResponse } from '#http/app/contracts/calendar-contract.ts';
import type { DisplaysResponse, InvitationsResponse, MembersResponse } from '#http/app/contracts/contract.ts';
import type { ApiKeysResponse } from '#http/app/contracts/key-contract.ts';
import type { WebhooksResponse } from '#http/app/contracts/webhook-contract.ts';
import { request, api } from '#web/base/api.ts';
import { queries } from '#web/data/session.ts';

type Lists = MembersResponse &
  InvitationsResponse &
  SessionsResponse &
  DisplaysResponse &
  CalendarLinksResponse &
  ApiKeysResponse &
  PasskeysResponse &
  IdentitiesResponse &
  WebhooksResponse;

/** Of the lists whose path is not their name. Lists with the same path are read with one request. */
const PATHS: Partial<Record<keyof Lists, string>> = {
  calendarLinks: 'calendar-links',
  dinnerTime: 'webhooks',
};

function keyOf(name: keyof Lists): [path: string] {
  return [PATHS[name] ?? name];
}

/** Keys and displays are used while this page is open. */
const REFETCH_INTERVAL_MS = 30_000;

/** `select` maps the list to what the component shows. */
export function useList<Name extends keyof Lists, Shown = Lists[Name]>(
  name: Name,
  select: (list: Lists[Name]) => Shown = (list) => list as unknown as Shown,
): UseQueryResult<Shown> {
  return useQuery({
    queryKey: keyOf(name),
    queryFn: ({ queryKey: [path] }) => request<Lists>('GET', `/app/api/${path}`),
    refetchInterval: REFETCH_INTERVAL_MS,
    select: (lists) => select(lists[name]),
  });
}

/** What can act as this member. */
export function useAccess(): AccessCounts | undefined {
  return useQuery({
    queryKey: ['access'],
    queryFn: () => api('GET /app/api/access'),
    refetchInterval: REFETCH_INTERVAL_MS,
  }).data?.access;
}

export function refreshList(name: keyof Lists): Promise<void> {
  return queries.invalidateQueries({ queryKey: keyOf(name) });
}

/** Updates the cache at once; the next response replaces it. */
export function updateCachedList<Name extends keyof Lists>(
  name: Name,
  adjust: (list: Lists[Name]) => Lists[Name],
): void {
  queries.setQueryData<Lists>(keyOf(name), (lists) => lists && { ...lists, [name]: adjust(lists[name]) });
}

/** Whether a key or a display link works now. */
export function isActive(
  { revokedAt = null, expiresAt }: { revokedAt?: string | null; expiresAt: string | null },
  nowMs: number,
): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
