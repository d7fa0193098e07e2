/**
 * The shopping lists of one signed-in member: puts together what is kept, shown and sent. An operation
 * shows at once, is written down before it is sent, and stays until the service has it. Knows no React.
 */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { openJournal } from './optimistic-log.ts';
import { createSender } from './sender.ts';
import { type Account, accountName, type End, openVault } from './database.ts';
import type { Language } from '#web/i18n/language.ts';
import { type ListChange, isWaiting, LIST_PART } from './list-outbox.ts';
import { openLists, type SeenList } from '#web/list/lists.ts';
import { type CachedList, fetchList, postOperations } from '#web/list/requests.ts';

export type Store = ReturnType<typeof openStore>;

/** As many as the service takes at once. */
const MOST_AT_ONCE = 100;

export function openStore(account: Account, spoken: Language, onChange: () => void) {
  const name = `weekfare list ${accountName(account)}`;
  const { member } = account;
  const tabs = new BroadcastChannel(name);
  let language = spoken;
  let isClosed = false;
  let isStored = true;
  let mostAtOnce = MOST_AT_ONCE;

  const vault = openVault<ListChange, SeenList>(account, lose, LIST_PART);
  const journal = openJournal({ vault, onChange: changed, onKept: () => tell(undefined) });
  const lists = openLists({
    vault,
    fetchList: (week) => fetchList({ member, week, language }),
    onChange: changed,
    clock: Date.now,
  });
  const sender = createSender({
    sendNext,
    alone: (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  });

  function changed(): void {
    if (!isClosed) onChange();
  }

  function lose(): void {
    isStored = false;
    changed();
  }

  /** Tells the other tabs: the ledger is another, and perhaps a list. */
  function tell(news: { week: string; answer: CachedList } | undefined): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, its own
    if (!isClosed) tabs.postMessage(news);
  }

  async function sendNext() {
    const waiting = (await journal.reload()).filter(isWaiting);
    const week = waiting[0]?.week;
    if (week === undefined || isClosed) return undefined;
    const batch = waiting.filter((deed) => deed.week === week).slice(0, mostAtOnce);
    const sent = new Set(batch.map(({ operation }) => operation.opId));
    const isSent = ({ operation }: ListChange) => sent.has(operation.opId);
    const operations = batch.map(({ operation }) => operation);
    const outcome = await postOperations({ member, week, language }, operations);
    if (outcome.is === 'done') {
      // The list first, on the disk as well: taken off the queue before, a tick would come back.
      await lists.take(week, outcome.answer);
      tell({ week, answer: outcome.answer });
      await journal.apply((ledger) => ledger.filter((deed) => !isSent(deed)));
    }
    if (outcome.is === 'refused') {
      const { reason } = outcome;
      // One by one, then, to find out which.
      if (batch.length === 1)
        await journal.apply((ledger) => ledger.map((deed) => (isSent(deed) ? { ...deed, reason } : deed)));
      mostAtOnce = batch.length === 1 ? MOST_AT_ONCE : 1;
    }
    return outcome;
  }

  async function make(op: (ledger: readonly ListChange[]) => readonly ListChange[]): Promise<void> {
    await journal.apply(op);
    await sender.send();
  }

  tabs.addEventListener(
    'message',
    ({ data }: MessageEvent<{ week: string; answer: CachedList } | undefined>) => {
      if (data) void lists.take(data.week, data.answer);
      void journal.reload();
    },
  );
  const send = () => void sender.send();
  addEventListener('online', send);
  void journal.reload().then(send);

  return {
    account,
    listOf: lists.stateOf,
    deeds: () => journal.shown,
    isStored: () => isStored,
    recall: (week: string) => void lists.recall(week),

    /** Something may have changed, and what failed is worth another try. */
    refresh(week: string, wanted: Language): void {
      language = wanted;
      lists.refresh(week);
      send();
    },

    operate: (week: string, operation: ListOperation): void =>
      void make((ledger) => [...ledger, { week, operation }]),

    dismiss: (opId: string): void =>
      void make((ledger) => ledger.filter((deed) => isWaiting(deed) || deed.operation.opId !== opId)),

    async close(weeksAre: End): Promise<void> {
      isClosed = true;
      sender.stop();
      lists.stop();
      removeEventListener('online', send);
      tabs.close();
      await vault.close(weeksAre);
    },
  };
}
