/** A planner pool whose threads wait until they are released, and then return the first week that they find. */
import type { Worker } from 'node:worker_threads';
import { PlannerPool } from '#jobs/planning/planner-pool.ts';
import { sharedPlannerThread } from './planner-thread.ts';
import type { Scope } from './store.ts';

export function heldPlanner(scope: Scope) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const workers: Worker[] = [];
  const startWorker = () => {
    const worker = sharedPlannerThread(released);
    workers.push(worker);
    return worker;
  };
  const planner = new PlannerPool({ size: 1, deadlineMs: 0, startWorker });
  scope.after(() => planner.stop());
  return { planner, workers, release };
}
