/** The worker that solves a challenge and posts progress and proof. */
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { solve } from './proof-of-work.ts';

export type WorkerMessage = { solved: number } | { proof: Proof };

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const proof = solve(data, (solved) => post({ solved }));
  post({ proof });
});

function post(message: WorkerMessage): void {
  // The rule is for windows; a worker has no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  postMessage(message);
}
