/** The order in which jobs run. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedJobs } from './keyed-jobs.ts';

test('a job that always has more to do lets the one that waits run first', async () => {
  const jobs = new KeyedJobs(() => {}, 1);
  const ran: string[] = [];
  const other = Promise.withResolvers<void>();
  const busy = async () => {
    ran.push('busy');
    if (ran.length < 4) jobs.run('busy', busy);
    return undefined;
  };
  jobs.run('busy', busy);
  jobs.run('other', async () => {
    ran.push('other');
    other.resolve();
    return undefined;
  });
  await other.promise;
  deepStrictEqual(ran, ['busy', 'other']);
  await jobs.stop(() => {});
});

test('a job that is requested again and again while it runs, runs once more', async () => {
  const jobs = new KeyedJobs(() => {});
  const first = Promise.withResolvers<void>();
  let runs = 0;
  const job = async () => {
    runs += 1;
    await first.promise;
    return undefined;
  };
  for (let requests = 0; requests < 5; requests += 1) jobs.run('a', job);
  first.resolve();
  await new Promise(setImmediate);
  deepStrictEqual(runs, 2);
  await jobs.stop(() => {});
});
