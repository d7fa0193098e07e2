/** Solves a proof-of-work challenge with the web app's own code in a thread, as a browser does. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';

const SOLVER = new URL('../../src/web/accounts/proof-of-work/proof-of-work.ts', import.meta.url).href;
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.solver).then(({ solve }) => parentPort.postMessage(solve(workerData.challenge)));`;

export async function solveInThread(challenge: Challenge): Promise<Proof> {
  const worker = new Worker(CODE, { eval: true, workerData: { solver: SOLVER, challenge } });
  const [proof] = (await once(worker, 'message')) as [Proof];
  await worker.terminate();
  return proof;
}
