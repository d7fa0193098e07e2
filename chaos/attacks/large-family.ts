/**
 * A family with as much data as an earlier release accepted: recipes of almost a megabyte each and a list with a
 * long history. It exports everything, once without reading the response, and reads its list, while another family
 * reads its plan.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { send } from '#test/support/clients/request.ts';
import type { World } from '#test/support/world.ts';
import { inMs, Latencies } from '../load/latencies.ts';
import type { Trial } from '../trial.ts';
import { fillFamily, LONG_LIST, OPERATIONS, SHORT_LIST } from './large-family-data.ts';
import { cpuMsOf, megabytes, startTarget, type Target } from './target.ts';

const READS = 40;
/** Memory that an export may add to the server, whatever its size. */
const MAX_MEGABYTES = 80;
/** How long an export stays unread. The server must not read the rest of it from the database meanwhile. */
const UNREAD_MS = 1_500;

export const largeFamily: Trial = {
  name: 'large-family',
  part: 'attacks',
  promise:
    'a family with 600 recipes of 0.98 MB and 13,800 operations on one list: its export takes at most 80 MB of memory, read or not, others wait at most 50 ms (p99), a read of the list costs as much as one of a new list',
  times: { full: 600, short: 100 },
  coveredBy: 'src/http/app/files/exports.test.ts',
  defect: {
    what: 'an export is read from the database whether or not the client reads it',
    file: 'src/http/app/files/exports.ts',
    from: 'const HIGH_WATER_BYTES = 65_536;',
    to: 'const HIGH_WATER_BYTES = 1e12;',
  },

  async run(context) {
    const { times, isTimed, report } = context;
    const target = await startTarget(context);
    const [large, other] = [await target.newWorld(), await target.newWorld()];
    await fillFamily(target.store, large, times);
    report('filled');
    const broken: string[] = [];

    const costs = { short: await costOfReads(target, large, SHORT_LIST), long: 0 };
    costs.long = await costOfReads(target, large, LONG_LIST);
    // CPU time, on which other load has little effect; its resolution is 10 ms.
    if (costs.long > costs.short * 2 + 2) {
      broken.push(
        `A read of the long list takes ${inMs(costs.long)} of CPU time, one of a short list ${inMs(costs.short)}.`,
      );
    }
    report('lists read');

    const before = megabytes(target, 'VmRSS');
    const unread = await openExport(target, large);
    await readPlanFor(target, other, UNREAD_MS);
    const unreadGrowth = megabytes(target, 'VmRSS') - before;
    unread.destroy();
    if (unreadGrowth > MAX_MEGABYTES) broken.push(`An unread export takes ${unreadGrowth.toFixed(0)} MB.`);
    report('unread export checked');

    const { latencies, bytes } = await exportDuringReads(target, large, other);
    const growth = megabytes(target, 'VmHWM') - before;
    // Random text, of which compression saves a quarter.
    if (bytes < times * 700_000) broken.push(`The export has only ${bytes} bytes.`);
    if (growth > MAX_MEGABYTES) broken.push(`An export takes ${growth.toFixed(0)} MB.`);
    if (isTimed && latencies.at(0.99) > 50) broken.push(`Others waited ${inMs(latencies.at(0.99))}.`);
    broken.push(...latencies.faults);
    return {
      figures: {
        'megabytes exported': Math.round(bytes / 1e6),
        'memory for it': `${growth.toFixed(0)} MB`,
        'memory while unread': `${unreadGrowth.toFixed(0)} MB`,
        "others' reads meanwhile": latencies.answered,
        'their p99': inMs(latencies.at(0.99)),
        'slowest of them': inMs(latencies.at(1)),
        'a read of a list with 10 operations': inMs(costs.short),
        [`with ${(times * OPERATIONS).toLocaleString('en')}`]: inMs(costs.long),
      },
      broken,
    };
  },
};

/** CPU milliseconds per read, after the first reads of the list. */
async function costOfReads(target: Target, { owner }: World, monday: string): Promise<number> {
  const call = { method: 'GET', path: `/app/api/lists/${monday}`, token: owner.token };
  for (let read = 0; read < 10; read += 1) await send(target, call);
  const before = cpuMsOf(target.child.pid);
  for (let read = 0; read < READS; read += 1) await send(target, call);
  return (cpuMsOf(target.child.pid) - before) / READS;
}

async function openExport(target: Target, { owner }: World): Promise<IncomingMessage> {
  const headers = { cookie: `weekfare-session=${owner.token}`, 'sec-fetch-site': 'same-origin' };
  const call = request(`${target.url}/app/api/family/export`, { method: 'POST', headers, agent: false });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

async function readPlanFor(target: Target, world: World, ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) await readPlan(target, world);
}

async function readPlan(target: Target, { owner }: World): Promise<string | undefined> {
  const { status } = await send(target, {
    method: 'GET',
    path: '/app/api/plans/2026-11-09',
    token: owner.token,
  });
  return status === 200 ? undefined : `A plan read returned ${status}.`;
}

/** Another family reads its plan repeatedly until the export has been read completely. */
async function exportDuringReads(target: Target, large: World, other: World) {
  const latencies = new Latencies();
  const state = { isOver: false };
  const counted = readExport(target, large).finally(() => (state.isOver = true));
  while (!state.isOver) await latencies.collect(100, 10, () => readPlan(target, other));
  return { latencies, bytes: await counted };
}

/** In a separate process, so that reading the export does not delay the measured requests. */
async function readExport(target: Target, { owner }: World): Promise<number> {
  const program = `
    const { request } = require('node:http');
    const headers = { cookie: process.argv[2], 'sec-fetch-site': 'same-origin' };
    const ask = () => request(process.argv[1], { method: 'POST', headers }, (response) => {
      if (response.statusCode === 503) return response.resume().on('end', () => setTimeout(ask, 20));
      let bytes = 0;
      response.on('data', (piece) => (bytes += piece.length)).on('end', () => console.log(bytes));
    }).end();
    ask();`;
  const cookie = `weekfare-session=${owner.token}`;
  const child = spawn(process.execPath, ['-e', program, `${target.url}/app/api/family/export`, cookie], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(await text(child.stdout));
}
