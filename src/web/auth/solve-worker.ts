/** The thread that solves a challenge: gets it, tells how far it is, answers the proof. */
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { solve } from './proof-of-work.ts';

export type WorkerMessage = { solved: number } | { proof: Proof };

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const proof = solve(data, (solved) => post({ solved }));
  post({ proof });
});

function post(message: WorkerMessage): void {
  // A thread, not a window: it has no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  postMessage(message);
}
