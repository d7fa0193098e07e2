/**
 * What this device stores of one member in IndexedDB: an outbox, and the values that the server sent last, by name: a
 * plan, a shopping list or the warnings of a week, a recipe, the notes on recipes. An update reads and writes in one
 * transaction, so several tabs can share it.
 * Where the browser stores nothing (private windows, a full disk), the outbox is held in memory.
 *
 * The layout is still that of version 1, and the names in it are older than those in the code. A version 2
 * would lock out tabs that were loaded before the upgrade, and with them their unsent changes.
 */
import { promisifyRequest } from 'idb-keyval';

export type Account = { family: string; member: string };

/** What `close` deletes: nothing, the cached values, or these and the outboxes. */
export type Deletion = 'nothing' | 'values' | 'everything';

/** What the server sent, and when. */
export type CachedValue<Value> = { value: Value; seenAtMs: number };

/** Distinguishes plans from lists in the stored layout; the names of locks and channels contain `prefix` too. */
export type Part = { prefix: string; field: string };
export const PLANS: Part = { prefix: '', field: 'plan' };
export const LISTS: Part = { prefix: 'list ', field: 'answer' };
export const NOTES: Part = { prefix: 'notes ', field: 'answer' };
export const RECIPES: Part = { prefix: 'recipe ', field: 'recipe' };

export const DATABASE = 'weekfare';
const VERSION = 1;
export const OUTBOXES = 'outboxes';
const WEEKS = 'weeks';
/** A year and some weeks of plans, lists and warnings together. */
const MAX_WEEKS = 60;
/** Several weeks of dishes, and those that were opened. */
const MAX_RECIPES = 100;

type StoredValue = { seenAtMs: number } & Record<string, unknown>;
export function accountKey({ family, member }: Account): string {
  return `${family} ${member}`;
}

export type Database<Entry, Value> = OutboxStorage<Entry> &
  ValueStorage<Value> & { close(deletion: Deletion): Promise<void> };

export function openDatabase<Entry, Value>(
  account: Account,
  part: Part,
  onUnavailable: () => void,
): Database<Entry, Value> {
  const connection = createConnection();
  const key = accountKey(account);
  const outbox = outboxStorage<Entry>(connection, key + part.prefix, onUnavailable);
  const values = valueStorage<Value>(connection, key, part);
  return {
    ...outbox,
    ...values,
    async close(deletion) {
      values.stop();
      // A pending write must not restore deleted data.
      if (deletion === 'everything') outbox.clearMemory();
      if (deletion !== 'nothing') {
        await connection
          .transact([WEEKS, OUTBOXES], 'readwrite', async (transaction) => {
            transaction.objectStore(WEEKS).delete(valuesOf(key));
            const all = IDBKeyRange.bound(key, `${key}z`);
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
    request.result.createObjectStore(OUTBOXES);
    request.result.createObjectStore(WEEKS);
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

function outboxStorage<Entry>(connection: Connection, key: string, onUnavailable: () => void) {
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
function valueStorage<Value>(connection: Connection, account: string, { prefix, field }: Part) {
  let isStopped = false;
  const keyOf = (name: string) => [account, prefix + name];

  return {
    async find(name: string): Promise<CachedValue<Value> | undefined> {
      try {
        const found = await connection.transact([WEEKS], 'readonly', (transaction) =>
          promisifyRequest<StoredValue | undefined>(transaction.objectStore(WEEKS).get(keyOf(name))),
        );
        return found && { value: found[field] as Value, seenAtMs: found.seenAtMs };
      } catch {
        return undefined;
      }
    },

    async put(name: string, { value, seenAtMs }: CachedValue<Value>): Promise<void> {
      if (isStopped) return;
      await connection
        .transact([WEEKS], 'readwrite', async (transaction) => {
          const store = transaction.objectStore(WEEKS);
          store.put({ [field]: value, seenAtMs }, keyOf(name));
          const range = valuesOf(account);
          const isRecipe = (key: IDBValidKey) => String((key as string[])[1]).startsWith(RECIPES.prefix);
          const isOne = prefix === RECIPES.prefix;
          const keys = (await promisifyRequest(store.getAllKeys(range))).filter(
            (key) => isRecipe(key) === isOne,
          );
          if (keys.length > (isOne ? MAX_RECIPES : MAX_WEEKS)) store.delete(await findOldest(store, keys));
        })
        .catch(() => {});
    },

    stop() {
      isStopped = true;
    },
  };
}

function valuesOf(account: string): IDBKeyRange {
  return IDBKeyRange.bound([account], [account, []]);
}

async function findOldest(store: IDBObjectStore, keys: IDBValidKey[]): Promise<IDBValidKey> {
  const seen = async (key: IDBValidKey) => (await promisifyRequest<StoredValue>(store.get(key))).seenAtMs;
  const times = await Promise.all(keys.map(seen));
  return keys[times.indexOf(Math.min(...times))] as IDBValidKey;
}
