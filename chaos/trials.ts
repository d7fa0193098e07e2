/** Every trial, in the order of the results. */
import { killedWhileWriting } from './lost/killed-while-writing.ts';
import type { Trial } from './trial.ts';

export const TRIALS: readonly Trial[] = [killedWhileWriting];
