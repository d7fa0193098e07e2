/** A planner pool whose real worker threads wait until they are released. */
import { Worker } from 'node:worker_threads';
import { PlannerPool } from '#jobs/planner-pool.ts';
import type { Scope } from './store.ts';

const WORKER = new URL('../../src/jobs/planner-worker.ts', import.meta.url).href;
const CODE = `
  const { workerData } = require('node:worker_threads');
  Atomics.wait(workerData.released, 0, 0);
  import(workerData.url);`;

export function heldPlanner(scope: Scope) {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const workers: Worker[] = [];
  const startWorker = () => {
    const worker = new Worker(CODE, { eval: true, workerData: { released, url: WORKER } });
    workers.push(worker);
    return worker;
  };
  const planner = new PlannerPool({ size: 1, startWorker });
  scope.after(() => planner.stop());
  const release = () => {
    Atomics.store(released, 0, 1);
    Atomics.notify(released, 0);
  };
  return { planner, workers, release };
}
