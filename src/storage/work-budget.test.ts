/** The budget of a request: its limits, and whose turn it is. */
import { deepStrictEqual, doesNotThrow, ok, rejects, strictEqual, throws } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDeadline, currentWork, withDeadline, withoutWork } from './deadline.ts';
import { inBatches, inTurns, nextTurn, readPages } from './paging.ts';
import { TooMuchWork, WorkBudget } from './work-budget.ts';

/** Slices that have run in all. */
let slices = 0;

/** Longer than a slice, in processor time: on a busy machine the clock runs on. */
function work(): void {
  slices += 1;
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > 12_000) return;
  }
}

/** A request of a family with so many slices; its name is added at its end. */
function request(family: string, count: number, ended: string[], name = family): Promise<void> {
  return withDeadline(async () => {
    currentWork()?.chargeTo(family);
    for (let slice = 0; slice < count; slice += 1) {
      work();
      await nextTurn();
    }
    ended.push(name);
  });
}

/** A request that makes a response of 4 MB until then. */
function respond(family: string, until: Promise<void>): Promise<void> {
  return withDeadline(async () => {
    currentWork()?.chargeTo(family);
    currentWork()?.spendBytes(4_000_000);
    await until;
  });
}

async function readRows(): Promise<number[]> {
  return Array.from({ length: 60_000 }, (_, at) => at);
}

function* seven(): Generator<undefined, number, undefined> {
  yield;
  return 7;
}

describe('limits', () => {
  test('rows and bytes are limited, but for long work', () => {
    const budget = new WorkBudget();
    doesNotThrow(() => budget.spendRows(200_000));
    throws(() => budget.spendRows(1), TooMuchWork);
    doesNotThrow(() => budget.spendBytes(4_000_000));
    throws(() => budget.spendBytes(1), TooMuchWork);
    budget.releaseBytes();
    budget.chargeTo('family', { isLong: true });
    doesNotThrow(() => budget.spendRows(1));
  });

  test('the responses of a family that are made at once are limited together', async () => {
    const finish = Promise.withResolvers<void>();
    const running = Array.from({ length: 4 }, () => respond('family', finish.promise));
    await rejects(respond('family', Promise.resolve()), TooMuchWork);
    await respond('another', Promise.resolve());
    finish.resolve();
    await Promise.all(running);
    await respond('family', Promise.resolve());
  });

  test('processor time is limited, and waiting is none', async () => {
    // Other tests run on this thread.
    let usedMs = 0;
    const budget = new WorkBudget({ processorMs: 30, rows: 1, bytes: 1 }, () => usedMs);
    const use = () => {
      work();
      usedMs += 12;
    };
    const run = async (take: () => Promise<void> | void) => {
      for (let slice = 0; slice < 8; slice += 1) {
        budget.begin();
        await take();
        await budget.pause();
      }
    };
    await run(() => new Promise((resolve) => setTimeout(resolve, 12)));
    await rejects(run(use), TooMuchWork);
    budget.chargeTo('family', { isLong: true });
    await run(use);
  });

  test('pages of rows are counted', async () => {
    await rejects(
      withDeadline(async () => {
        for await (const rows of readPages(60_000, readRows)) strictEqual(rows.length, 60_000);
      }),
      TooMuchWork,
    );
  });

  test('a family may have only so many requests that wait for their turn', async () => {
    const ended: string[] = [];
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => request('many', 1, ended)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    ok(refused.length >= 5, `${refused.length}`);
    ok(refused.every((result) => result.reason instanceof TooMuchWork));
    strictEqual(ended.length + refused.length, 60);
  });
});

describe('turns', () => {
  test('long work gives way', async () => {
    await withDeadline(async () => {
      let others = 0;
      setImmediate(() => (others += 1));
      work();
      for await (const batch of inBatches([1, 2], 1)) strictEqual(batch.length, 1);
      strictEqual(others, 1);
    });
  });

  test('the family that used least goes first', async () => {
    const ended: string[] = [];
    const heavy = Array.from({ length: 6 }, (_, at) => request('heavy', 6, ended, `heavy${at}`));
    await request('light', 3, ended);
    strictEqual(ended.filter((name) => name.startsWith('heavy')).length, 0);
    await Promise.all(heavy);
    strictEqual(ended.length, 7);
  });

  test('a request whose body has arrived waits for its turn', async () => {
    const ended: string[] = [];
    const heavy = createDeadline();
    await heavy(async () => {
      currentWork()?.chargeTo('loaded');
      work();
    });
    const late = heavy(async () => void ended.push('loaded'));
    const light = createDeadline();
    await light(async () => currentWork()?.chargeTo('idle'));
    await Promise.all([late, light(async () => void ended.push('idle'))]);
    deepStrictEqual(ended, ['idle', 'loaded']);
  });

  test('of one family, the oldest request goes first', async () => {
    const ended: string[] = [];
    await Promise.all([4, 1, 1, 1].map((count, at) => request('same', count, ended, `${at}`)));
    deepStrictEqual(ended, ['0', '1', '2', '3']);
  });

  test('one paused request goes on in a turn, so that a new request waits for one slice', async () => {
    const paused = Array.from({ length: 8 }, (_, at) => request(`family${at}`, 4, []));
    let most = 0;
    let isOver = false;
    const watch = (before: number) => {
      most = Math.max(most, slices - before);
      if (!isOver) setImmediate(watch, slices);
    };
    setImmediate(() => watch(slices));
    await Promise.all(paused);
    isOver = true;
    strictEqual(most, 1);
  });

  test('who holds the writer of the database does not wait for other families', async () => {
    const ended: string[] = [];
    const others = Array.from({ length: 5 }, (_, at) => request(`other${at}`, 4, ended));
    await withDeadline(async () => {
      const own = currentWork();
      own?.chargeTo('writer');
      if (own) own.holdsWriter = true;
      for (let slice = 0; slice < 4; slice += 1) {
        work();
        await nextTurn();
      }
      ended.push('writer');
    });
    strictEqual(ended.indexOf('writer'), 0);
    await Promise.all(others);
  });

  test('the parts of a request share a budget, and work without a request has none', async () => {
    const run = createDeadline();
    const first = await run(async () => currentWork());
    strictEqual(await run(async () => withoutWork(async () => currentWork())), first);
    strictEqual(currentWork(), undefined);
    deepStrictEqual([await inTurns(seven()), await run(() => inTurns(seven()))], [7, 7]);
  });
});
