/** What the profile asks the service for, and how what it said last is corrected before it is asked again. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  ApiKeysResponse,
  DisplaysResponse,
  InvitationsResponse,
  MembersResponse,
  SessionsResponse,
} from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { queries } from '#web/session.ts';

type Lists = MembersResponse & InvitationsResponse & SessionsResponse & DisplaysResponse & ApiKeysResponse;

/** Others use keys and look at displays while this page is open. */
const REFETCH_INTERVAL_MS = 30_000;

/** `select` makes of the list what is shown. */
export function useList<Name extends keyof Lists, Shown = Lists[Name]>(
  name: Name,
  select: (list: Lists[Name]) => Shown = (list) => list as unknown as Shown,
): UseQueryResult<Shown> {
  return useQuery({
    queryKey: [name],
    queryFn: async () => (await request<Lists>('GET', `/app/api/${name}`))[name],
    refetchInterval: REFETCH_INTERVAL_MS,
    select,
  });
}

export function refreshList(name: keyof Lists): Promise<void> {
  return queries.invalidateQueries({ queryKey: [name] });
}

/** Shown at once; the service has the last word. */
export function updateCachedList<Name extends keyof Lists>(
  name: Name,
  adjust: (list: Lists[Name]) => Lists[Name],
): void {
  queries.setQueryData<Lists[Name]>([name], (list) => list && adjust(list));
}

/** Of keys and display links: whether it works at this moment. */
export function isActive(
  { revokedAt = null, expiresAt }: { revokedAt?: string | null; expiresAt: string | null },
  nowMs: number,
): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
