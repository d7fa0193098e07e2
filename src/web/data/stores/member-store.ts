/** Holds one offline store at a time, that of the member who is signed in, and subscribes components to it. */
import { useEffect } from 'react';
import { onSignOut, useMe } from '#web/data/session.ts';
import { createStore, useStore } from '#web/base/store.ts';
import { type Account, accountKey, type Deletion } from '#web/data/database.ts';

type Opened = { account: Account; close(deletion: Deletion): Promise<void> };

export function createMemberStore<Store extends Opened>(
  open: (account: Account, onChange: () => void) => Store,
) {
  // A new object for every change, so that the subscribers are notified.
  const holder = createStore<{ store: Store | undefined }>({ store: undefined });
  const current = () => holder.get().store;

  function start(account: Account): void {
    const before = current();
    if (before && accountKey(before.account) === accountKey(account)) return;
    void before?.close('nothing');
    holder.set({ store: open(account, () => holder.set({ store: current() })) });
  }

  // Signing out deletes the cached values from this device. Unsent changes stay for the same member; when that member
  // was removed from the family, they are deleted too.
  onSignOut(async (isRemoved) => {
    const closed = current();
    holder.set({ store: undefined });
    await closed?.close(isRemoved ? 'everything' : 'values');
  });

  return {
    current,
    start,
    subscribe: holder.subscribe,

    /** Opens the store of the signed-in member, which sends pending changes. */
    useCurrent(): Store | undefined {
      const { family, member } = useMe();
      useEffect(() => start({ family: family.id, member: member.id }), [family.id, member.id]);
      return useStore(holder, ({ store }) => store);
    },

    useSelected<Selected>(select: () => Selected): Selected {
      return useStore(holder, select);
    },
  };
}
