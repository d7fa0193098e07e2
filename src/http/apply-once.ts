/** Applies a change once, however often it is sent with the same id, and recognises another change with that id. */
import type { Store } from '#storage/store.ts';
import { hasChange } from '#storage/tables/plan/changes.ts';
import { type ChangeContext, rememberEmptyChange, RepeatedChange } from '#storage/transaction.ts';

type ChangeRequest = { store: Store; family: string; context: ChangeContext };

/** `reused`: another change has this id. Otherwise `Failure` is what `change` has returned. */
export async function applyOnce<Failure extends object>(
  request: ChangeRequest,
  change: () => Promise<Failure | undefined>,
): Promise<'done' | 'repeated' | 'reused' | Failure> {
  // Before the conditions are checked: what a repeat is based on has been changed by the first request.
  const earlier = await findEarlierUse(request);
  if (earlier !== undefined) return earlier;
  try {
    const failure = await change();
    return failure ?? ((await rememberUse(request)) === 'reused' ? 'reused' : 'done');
  } catch (error) {
    if (!(error instanceof RepeatedChange)) throw error;
    return (await rememberUse(request)) ?? 'repeated';
  }
}

/** What was done before with the id of this change. Without `contentId` a known id is a repeat. */
async function findEarlierUse({
  store: { db },
  family,
  context: { changeId, contentId },
}: ChangeRequest): Promise<'repeated' | 'reused' | undefined> {
  if (changeId === undefined) return undefined;
  // In this order: both ids are stored by one transaction.
  if (!(await hasChange(db, family, changeId))) return undefined;
  const isRepeated = contentId === undefined || (await hasChange(db, family, contentId));
  return isRepeated ? 'repeated' : 'reused';
}

/** Stores the ids of a change that had nothing to do. Recognises a change that another one with this id has overtaken. */
async function rememberUse(request: ChangeRequest): Promise<'repeated' | 'reused' | undefined> {
  const { context, family } = request;
  const { changeId: id, contentId } = context;
  const earlier = await findEarlierUse(request);
  if (earlier !== undefined || id === undefined) return earlier;
  await rememberEmptyChange(context, family, { id, contentId });
  // Another change may have stored the id in between.
  return findEarlierUse(request);
}
