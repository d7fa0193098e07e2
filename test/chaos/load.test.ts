/** The short trials of `chaos/load`. */
import { testTrials } from './short-trials.ts';

testTrials('load');
