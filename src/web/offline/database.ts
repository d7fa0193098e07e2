/**
 * What this device keeps of one member: a ledger and the weeks last seen, in IndexedDB. Several tabs
 * share it: an update reads and writes in one transaction, so tabs take turns. Where a browser keeps
 * nothing (private windows, a full disk) it is all held in memory, and says so. Knows no server.
 */
import type { Plan } from '#domain/plan/plan.ts';
import type { PlanChange } from './plan-outbox.ts';

export type Account = { family: string; member: string };

/** What becomes of what a vault keeps when it is closed. */
export type End = 'keep' | 'forget' | 'erase';

/** A week as the server had it, and when. */
export type SeenWeek = { plan: Plan | null; seenAtMs: number };

export type Vault = ReturnType<typeof openVault<PlanChange, SeenWeek>>;

const LEDGERS = 'ledgers';
const WEEKS = 'weeks';
/** A year's plans, and some. */
const WEEKS_MOST = 60;

export function accountName({ family, member }: Account): string {
  return `${family} ${member}`;
}

/** Another `part` is another ledger, and other weeks; they are forgotten together. */
export function openVault<Kept, Seen extends { seenAtMs: number }>(
  account: Account,
  onLost: () => void,
  part = '',
) {
  type Ledger = readonly Kept[];
  type Op = (ledger: Ledger) => Ledger;
  const name = accountName(account);
  const ledgerName = name + part;
  let database: Promise<IDBDatabase> | undefined;
  /** Set once the browser has failed to keep something. */
  let memory: Ledger | undefined;
  let lastKept: Ledger = [];
  let isClosed = false;

  async function begin(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const start = async () => {
      database ??= openDatabase(() => (database = undefined));
      // What was typed must survive a dead battery, not only a closed tab.
      return (await database).transaction(stores, mode, { durability: 'strict' });
    };
    return start().catch(() => {
      // Closed behind our back, perhaps.
      database = undefined;
      return start();
    });
  }

  async function within<Result>(
    stores: string[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => Promise<Result>,
  ): Promise<Result> {
    const transaction = await begin(stores, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    const [result] = await Promise.all([work(transaction), ended]);
    return result;
  }

  /** Applies this to the ledger, in turn with all other tabs; answers what it is then. */
  async function update(op: Op): Promise<Ledger> {
    if (memory) return (memory = op(memory));
    try {
      lastKept = await within([LEDGERS], 'readwrite', async (transaction) => {
        const store = transaction.objectStore(LEDGERS);
        const ledger = op((await asked<Ledger | undefined>(store.get(ledgerName))) ?? []);
        await asked(store.put(ledger, ledgerName));
        return ledger;
      });
      return lastKept;
    } catch {
      memory ??= lastKept;
      onLost();
      return (memory = op(memory));
    }
  }

  async function read(): Promise<Ledger> {
    if (memory) return memory;
    try {
      const found = await within([LEDGERS], 'readonly', (transaction) =>
        asked<Ledger | undefined>(transaction.objectStore(LEDGERS).get(ledgerName)),
      );
      return (lastKept = found ?? []);
    } catch {
      onLost();
      return (memory ??= lastKept);
    }
  }

  const keyOf = (week: string) => [name, part + week];
  const ours = () => IDBKeyRange.bound([name], [name, []]);

  return {
    update,
    read,

    /** Weeks are kept as a kindness: if that fails, they come from the server next time. */
    findWeek: (week: string) =>
      within([WEEKS], 'readonly', (transaction) =>
        asked<Seen | undefined>(transaction.objectStore(WEEKS).get(keyOf(week))),
      ).catch(() => undefined),

    async keepWeek(week: string, seen: Seen): Promise<void> {
      if (isClosed) return;
      await within([WEEKS], 'readwrite', async (transaction) => {
        const store = transaction.objectStore(WEEKS);
        await asked(store.put(seen, keyOf(week)));
        if ((await asked(store.count(ours()))) > WEEKS_MOST) await dropOldest(store, ours());
      }).catch(() => {});
    },

    /** From here on no week is kept. `forget` deletes those that are, `erase` also the ledgers of all parts. */
    async close(weeksAre: End): Promise<void> {
      isClosed = true;
      if (weeksAre !== 'keep') {
        const isAll = weeksAre === 'erase';
        // Nothing that is still being written may follow.
        if (isAll) memory = [];
        await within([WEEKS, LEDGERS], 'readwrite', async (transaction) => {
          await asked(transaction.objectStore(WEEKS).delete(ours()));
          if (isAll)
            await asked(transaction.objectStore(LEDGERS).delete(IDBKeyRange.bound(name, `${name}z`)));
        }).catch(() => {});
      }
      const open = database;
      database = undefined;
      await open?.then((opened) => opened.close()).catch(() => {});
    },
  };
}

async function dropOldest(store: IDBObjectStore, range: IDBKeyRange): Promise<void> {
  const keys = await asked(store.getAllKeys(range));
  const weeks = await asked<{ seenAtMs: number }[]>(store.getAll(range));
  const oldest = Math.min(...weeks.map(({ seenAtMs }) => seenAtMs));
  const key = keys[weeks.findIndex(({ seenAtMs }) => seenAtMs === oldest)];
  if (key !== undefined) await asked(store.delete(key));
}

function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open('weekfare', 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(LEDGERS);
    request.result.createObjectStore(WEEKS);
  });
  return asked(request).then(
    (database) => {
      // Some browsers close it behind our back; a newer version of us in another tab wants it closed.
      database.addEventListener('close', onClosed);
      database.addEventListener('versionchange', () => {
        database.close();
        onClosed();
      });
      return database;
    },
    (error: unknown) => {
      onClosed();
      throw error;
    },
  );
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
  });
}
