/**
 * What this device stores of one member in IndexedDB: outboxes, and the values that the server sent last, by kind and
 * name. An update reads and writes in one transaction, so several tabs can share it.
 * Where the browser stores nothing (private windows, a full disk), an outbox is held in memory.
 */
import { promisifyRequest } from 'idb-keyval';

export type Account = { family: string; member: string };

/** What `close` deletes: nothing, the cached values, or these and the outboxes. */
export type Deletion = 'nothing' | 'values' | 'everything';

/** What the server sent, and when. */
export type CachedValue<Value> = { value: Value; seenAtMs: number };

/** Plans, lists and warnings by week, recipes by address, all notes together. The first three have an outbox. */
export type Kind = 'plans' | 'lists' | 'notes' | 'recipes' | 'warnings';

export const DATABASE = 'weekfare';
/** Version 1 was never released. */
const VERSION = 2;
export const OUTBOXES = 'outboxes';
const VALUES = 'values';
/** Of one kind: two years of weeks, or several weeks of dishes and those that were opened. */
const MAX_VALUES = 100;

export function accountKey({ family, member }: Account): string {
  return `${family} ${member}`;
}

export type Database<Entry, Value> = OutboxStorage<Entry> &
  ValueStorage<Value> & {
    deleteBefore(name: string): Promise<void>;
    close(deletion: Deletion): Promise<void>;
  };

export function openDatabase<Entry, Value>(
  account: Account,
  kind: Kind,
  onUnavailable: () => void,
): Database<Entry, Value> {
  const connection = createConnection();
  const key = [account.family, account.member, kind];
  const outbox = outboxStorage<Entry>(connection, key, onUnavailable);
  const values = valueStorage<Value>(connection, key);
  return {
    ...outbox,
    ...values,
    async close(deletion) {
      values.stop();
      // A pending write must not restore deleted data.
      if (deletion === 'everything') outbox.clearMemory();
      if (deletion !== 'nothing') {
        await connection
          .transact([VALUES, OUTBOXES], 'readwrite', async (transaction) => {
            const all = below([account.family, account.member]);
            transaction.objectStore(VALUES).delete(all);
            if (deletion === 'everything') transaction.objectStore(OUTBOXES).delete(all);
          })
          .catch(() => {});
      }
      await connection.close();
    },
  };
}

type Connection = ReturnType<typeof createConnection>;

/** Opens the database at the first use, and again after the browser has closed it. */
function createConnection() {
  let opened: Promise<IDBDatabase> | undefined;

  async function begin(names: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    opened ??= open(() => (opened = undefined));
    // Strict: what was typed must survive a dead battery, not only a closed tab.
    return (await opened).transaction(names, mode, { durability: 'strict' });
  }

  return {
    /** Resolves when the transaction is complete. */
    async transact<Result>(
      names: string[],
      mode: IDBTransactionMode,
      work: (transaction: IDBTransaction) => Promise<Result>,
    ): Promise<Result> {
      const transaction = await begin(names, mode).catch(() => {
        // The browser may have closed the connection without an event.
        opened = undefined;
        return begin(names, mode);
      });
      const [result] = await Promise.all([work(transaction), promisifyRequest(transaction)]);
      return result;
    },

    async close(): Promise<void> {
      const closing = opened;
      opened = undefined;
      await closing?.then((database) => database.close()).catch(() => {});
    },
  };
}

async function open(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.addEventListener('upgradeneeded', () => {
    for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
    request.result.createObjectStore(OUTBOXES);
    request.result.createObjectStore(VALUES);
  });
  const database = await promisifyRequest(request);
  database.addEventListener('close', onClosed);
  // A later version of the app, in another tab, waits until this connection is closed.
  database.addEventListener('versionchange', () => {
    database.close();
    onClosed();
  });
  return database;
}

type OutboxStorage<Entry> = ReturnType<typeof outboxStorage<Entry>>;

function outboxStorage<Entry>(connection: Connection, key: string[], onUnavailable: () => void) {
  type Entries = readonly Entry[];
  /** Set once the browser has failed to store something. */
  let memory: Entries | undefined;
  let lastStored: Entries = [];

  return {
    /** Applies this to the outbox, one tab after the other; returns the result. */
    async update(operation: (entries: Entries) => Entries): Promise<Entries> {
      if (memory) return (memory = operation(memory));
      try {
        return (lastStored = await connection.transact([OUTBOXES], 'readwrite', async (transaction) => {
          const store = transaction.objectStore(OUTBOXES);
          const stored = await promisifyRequest<Entries | undefined>(store.get(key));
          const entries = operation(stored ?? []);
          store.put(entries, key);
          return entries;
        }));
      } catch {
        memory ??= lastStored;
        onUnavailable();
        return (memory = operation(memory));
      }
    },

    async read(): Promise<Entries> {
      if (memory) return memory;
      try {
        const found = await connection.transact([OUTBOXES], 'readonly', (transaction) =>
          promisifyRequest<Entries | undefined>(transaction.objectStore(OUTBOXES).get(key)),
        );
        return (lastStored = found ?? []);
      } catch {
        onUnavailable();
        return (memory ??= lastStored);
      }
    },

    clearMemory() {
      memory = [];
    },
  };
}

export type ValueStorage<Value> = Pick<ReturnType<typeof valueStorage<Value>>, 'find' | 'put'>;

/** Cached values: where reading or writing fails, they come from the server. */
function valueStorage<Value>(connection: Connection, key: string[]) {
  let isStopped = false;

  return {
    async find(name: string): Promise<CachedValue<Value> | undefined> {
      try {
        return await connection.transact([VALUES], 'readonly', (transaction) =>
          promisifyRequest<CachedValue<Value> | undefined>(
            transaction.objectStore(VALUES).get([...key, name]),
          ),
        );
      } catch {
        return undefined;
      }
    },

    async put(name: string, value: CachedValue<Value>): Promise<void> {
      if (isStopped) return;
      await connection
        .transact([VALUES], 'readwrite', async (transaction) => {
          const store = transaction.objectStore(VALUES);
          store.put(value, [...key, name]);
          const keys = await promisifyRequest(store.getAllKeys(below(key)));
          if (keys.length > MAX_VALUES) store.delete(await findOldest(store, keys));
        })
        .catch(() => {});
    },

    /** Deletes the values whose names sort before this one. */
    async deleteBefore(name: string): Promise<void> {
      await connection
        .transact([VALUES], 'readwrite', async (transaction) => {
          transaction.objectStore(VALUES).delete(IDBKeyRange.bound(key, [...key, name], false, true));
        })
        .catch(() => {});
    },

    stop() {
      isStopped = true;
    },
  };
}

/** All keys that begin with this one. */
function below(key: string[]): IDBKeyRange {
  return IDBKeyRange.bound(key, [...key, []]);
}

async function findOldest(store: IDBObjectStore, keys: IDBValidKey[]): Promise<IDBValidKey> {
  const values = await Promise.all(keys.map((key) => promisifyRequest<CachedValue<unknown>>(store.get(key))));
  const times = values.map(({ seenAtMs }) => seenAtMs);
  return keys[times.indexOf(Math.min(...times))] as IDBValidKey;
}
