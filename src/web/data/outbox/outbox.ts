/**
 * The outbox of one member on this device, for plans or for lists: stores each change, shows it, sends it
 * in order from one tab at a time, and notifies the other tabs. The owning store decides what is sent and
 * what a response means.
 */
import { type Account, accountKey, type Deletion, type Kind, openDatabase } from '#web/data/database.ts';
import { openOptimisticLog } from '#web/data/optimistic-log.ts';
import { onSignIn } from '#web/data/session.ts';
import { createSender, type Sent } from './sender.ts';

type Options<Message> = {
  account: Account;
  kind: Kind;
  /** Sends the oldest pending entry; undefined if there is none. */
  sendNext: () => Promise<Sent | undefined>;
  onChange: () => void;
  /** The browser stores nothing: closing the page loses what is unsent. */
  onUnavailable: () => void;
  onMessage: (message: Message) => void;
  /** The message to other tabs when only the outbox has changed. */
  emptyMessage: Message;
};

export function openOutbox<Entry, Value, Message>(options: Options<Message>) {
  const { account, kind, sendNext, onChange, onUnavailable, onMessage, emptyMessage } = options;
  const name = `weekfare ${kind} ${accountKey(account)}`;
  const tabs = new BroadcastChannel(name);
  let isClosed = false;

  const database = openDatabase<Entry, Value>(account, kind, onUnavailable);
  const log = openOptimisticLog<Entry>({
    storage: database,
    onChange,
    onWritten: () => broadcast(emptyMessage),
  });
  const sender = createSender({
    sendNext,
    // Web Locks are missing at plain http addresses: there, two tabs may send the same change.
    withLock: (work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  });

  const send = () => void sender.send();
  addEventListener('online', send);
  // After a 401 nothing is sent until somebody signs in.
  const stopListening = onSignIn(send);

  function broadcast(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, its own
    if (!isClosed) tabs.postMessage(message);
  }

  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    onMessage(data);
    void log.reload();
  });

  return {
    values: database,
    log,
    broadcast,
    send: sender.send,
    isClosed: () => isClosed,

    /** Shows the change, stores it, sends it. */
    commit: async (operation: Parameters<typeof log.apply>[0]): Promise<void> => {
      await log.apply(operation);
      await sender.send();
    },

    async close(deletion: Deletion): Promise<void> {
      isClosed = true;
      removeEventListener('online', send);
      stopListening();
      sender.stop();
      tabs.close();
      await database.close(deletion);
    },
  };
}
