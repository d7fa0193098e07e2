/**
 * Changes that wait on this device for members who have signed out here. They stay until their member signs
 * in again. If that member was removed from the family, they are deleted.
 */
import { useEffect } from 'react';
import { cachedMe } from '#web/me.ts';
import { type Account, openVault } from './database.ts';

/** For members who are not signed in here: the one who is learns it from every answer (session.ts). */
export function useLeftovers(): void {
  useEffect(() => void eraseRemovedMembers(), []);
}

async function eraseRemovedMembers(): Promise<void> {
  for (const account of await listWaitingAccounts()) {
    if (account.member === cachedMe()?.member.id) continue;
    if (await isRemoved(account.member)) await openVault(account, () => undefined).close('erase');
  }
}

/** Asked without the cookie: the member who is signed in here now learns nothing about others. */
export async function isRemoved(member: string): Promise<boolean> {
  try {
    const init: RequestInit = { credentials: 'omit', headers: { 'Weekfare-Member': member } };
    const answer = (await (await fetch('/app/api/me', init)).json()) as { code?: unknown };
    return answer.code === 'member-removed';
  } catch {
    // Without an answer nothing is deleted.
    return false;
  }
}

/** Everyone for whom this device keeps something in a ledger. */
async function listWaitingAccounts(): Promise<Account[]> {
  try {
    // Opening would make one where there is none.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'weekfare')) return [];
    const database = (await resultOf(indexedDB.open('weekfare'))) as IDBDatabase;
    const ledgers = database.transaction('ledgers').objectStore('ledgers');
    const [names, entries] = await Promise.all([resultOf(ledgers.getAllKeys()), resultOf(ledgers.getAll())]);
    database.close();
    const waiting = (names as string[]).filter((_, at) => (entries as unknown[][])[at]?.length);
    return waiting.flatMap((name) => accountIn(name) ?? []);
  } catch {
    return [];
  }
}

function resultOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
  });
}

/** The account in the name of a ledger, which may end with a part; ids of members have 16 letters. */
function accountIn(name: string): Account | undefined {
  const [, family, member] = /^(\w+) (\w{16})/.exec(name) ?? [];
  return family && member ? { family, member } : undefined;
}
