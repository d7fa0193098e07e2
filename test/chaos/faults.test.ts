/** The short trials of `chaos/faults`. */
import { testTrials } from './short-trials.ts';

testTrials('faults');
