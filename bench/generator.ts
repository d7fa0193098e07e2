/** Controls the load process: sends it a job and waits for the result. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Order, Outcome } from './load.ts';

export type Generator = {
  prepare(job: Job): Promise<void>;
  /** Returns the duration in seconds. */
  run(job: Job): Promise<number>;
  stop(): Promise<void>;
};

export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), { execArgv: [] });
  child.setMaxListeners(0);
  let orders = 0;
  const send = async (order: Order): Promise<number> => {
    child.send(order);
    const [outcome] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
      Outcome | number,
    ];
    if (typeof outcome !== 'object' || outcome === null)
      throw new Error('The load process ended unexpectedly.');
    if (outcome.id !== order.id) throw new Error('The load process responded to another order.');
    if ('failure' in outcome) throw new Error(outcome.failure);
    return outcome.seconds;
  };
  return {
    async prepare(job) {
      await send({ id: (orders += 1), prepare: job });
    },
    run: (job) => send({ id: (orders += 1), run: job }),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
