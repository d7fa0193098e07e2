/**
 * Sends list operations that were made offline, from any page that is opened next. Loads the list store only
 * if there are any.
 */
import { useEffect } from 'react';
import { type Account, LISTS, openDatabase } from '#web/offline/database.ts';
import { isWaiting, type ListChange } from '#web/offline/list-outbox.ts';
import { useMe } from '#web/session.ts';

export function useUnsentOperations(): void {
  const { family, member } = useMe();
  useEffect(() => void sendWaiting({ family: family.id, member: member.id }), [family.id, member.id]);
}

async function sendWaiting(account: Account): Promise<void> {
  const database = openDatabase<ListChange, never>(account, LISTS, () => undefined);
  const changes = await database.read();
  await database.close('nothing');
  if (!changes.some(isWaiting)) return;
  const { startListSync } = await import('./shopping-list.ts');
  startListSync(account);
}
