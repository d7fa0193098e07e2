/**
 * Sends list operations and notes that were made offline, from any page that is opened next. Loads their stores only
 * if there are any. Plans are sent by sync.ts.
 */
import { useEffect } from 'react';
import { useMe } from './session.ts';
import { type Account, type Kind, openDatabase } from './database.ts';
import { isWaiting, type ListChange } from '#web/data/outbox/list-outbox.ts';

export function useUnsentChanges(): void {
  const { family, member } = useMe();
  useEffect(() => void sendWaiting({ family: family.id, member: member.id }), [family.id, member.id]);
}

async function sendWaiting(account: Account): Promise<void> {
  const operations = await readOutbox<ListChange>(account, 'lists');
  if (operations.some(isWaiting)) (await import('./shopping-list.ts')).startListSync(account);
  const notes = await readOutbox(account, 'notes');
  if (notes.length > 0) (await import('#web/data/queries/recipe-notes.ts')).startNoteSync(account);
}

async function readOutbox<Entry>(account: Account, kind: Kind): Promise<readonly Entry[]> {
  const database = openDatabase<Entry, never>(account, kind, () => undefined);
  const entries = await database.read();
  await database.close('nothing');
  return entries;
}
