/** Solves a proof of work in a worker, so that the page stays responsive. */
import { type Challenge, type Proof, PUZZLES } from '#domain/rate-limit/proof-of-work.ts';
import type { WorkerMessage } from './solve-worker.ts';

export async function solveInWorker(
  challenge: Challenge,
  onProgress: (progress: number) => void,
): Promise<Proof> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if ('proof' in data) resolve(data.proof);
        else onProgress(data.solved / PUZZLES);
      });
      worker.addEventListener('error', () => reject(new Error('The proof of work failed.')));
      // The rule is for windows; a worker has no origin.
      // oxlint-disable-next-line require-post-message-target-origin
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}
