/** The short trials of `chaos/attacks`. */
import { testTrials } from './short-trials.ts';

testTrials('attacks');
