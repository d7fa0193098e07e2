/**
 * Unsent changes on this device of members who have signed out here. They stay until their member signs in
 * again. If that member was removed from the family, they are deleted.
 */
import { addressOf } from '#web/base/address.ts';
import { useEffect } from 'react';
import { cachedMe } from '#web/base/me.ts';
import { promisifyRequest } from 'idb-keyval';
import { type Account, DATABASE, openDatabase, OUTBOXES } from './database.ts';

/** Only for members who are not signed in here; session.ts handles the signed-in member. */
export function useAbandonedOutboxes(): void {
  useEffect(() => void eraseRemovedMembers(), []);
}

async function eraseRemovedMembers(): Promise<void> {
  for (const account of await listOutboxAccounts()) {
    if (account.member === cachedMe()?.member.id) continue;
    if (await isRemoved(account.member)) {
      await openDatabase(account, 'plans', () => undefined).close('everything');
    }
  }
}

/** Sent without the cookie: the member who is signed in here now learns nothing about others. */
export async function isRemoved(member: string): Promise<boolean> {
  try {
    const init: RequestInit = { credentials: 'omit', headers: { 'Weekfare-Member': member } };
    const body = (await (await fetch(addressOf('GET /app/api/me'), init)).json()) as { code?: unknown };
    return body.code === 'member-removed';
  } catch {
    // Without a response nothing is deleted.
    return false;
  }
}

/** The members who have something in an outbox of this device. */
async function listOutboxAccounts(): Promise<Account[]> {
  try {
    // Opening a database that does not exist would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return [];
    const database = await promisifyRequest(indexedDB.open(DATABASE));
    const store = database.transaction(OUTBOXES).objectStore(OUTBOXES);
    const [keys, outboxes] = await Promise.all([
      promisifyRequest(store.getAllKeys()),
      promisifyRequest<unknown[][]>(store.getAll()),
    ]);
    database.close();
    return keys
      .filter((_, at) => outboxes[at]?.length)
      .map((key) => key as string[])
      .flatMap(([family, member]) => (family && member ? { family, member } : []));
  } catch {
    return [];
  }
}
