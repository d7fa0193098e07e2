/** The two questions of the list store, asked in the name of one member, and what their answers mean. */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { ListResponse } from '#http/app/contract.ts';
import { request, ApiError } from '#web/api.ts';
import { type Outcome, outcomeOfFailure } from '#web/offline/outcome.ts';
import { as } from '#web/offline/requests.ts';
import type { Language } from '#web/i18n/language.ts';

/** A list as the service has it, or as a device cached it before there were prices. */
export type CachedList = Pick<ListResponse, 'list' | 'versions' | 'units'> &
  Partial<Pick<ListResponse, 'cost'>>;

type Wish = { member: string; week: string; language: Language };

export async function fetchList({ member, week, language }: Wish): Promise<CachedList> {
  return heard(await request('GET', `/app/api/lists/${week}?language=${language}`, undefined, as(member)));
}

export async function postOperations(
  { member, week, language }: Wish,
  operations: ListOperation[],
): Promise<{ is: 'done'; answer: CachedList } | Exclude<Outcome, { is: 'done' | 'conflict' }>> {
  const path = `/app/api/lists/${week}/operations?language=${language}`;
  try {
    return { is: 'done', answer: heard(await request('POST', path, { operations }, as(member))) };
  } catch (error) {
    const outcome = outcomeOfFailure(error);
    // A list knows no conflicts: whoever says so is not our service.
    return 'plans' in outcome ? { is: 'unheard' } : outcome;
  }
}

/** Something in between may answer in the service's place. */
function heard(answer: unknown): CachedList {
  const { list, versions, units, cost } = (answer ?? {}) as Partial<ListResponse>;
  if (!list || !versions || !units) throw new ApiError(0, {});
  return { list, versions, units, ...(cost && { cost }) };
}
