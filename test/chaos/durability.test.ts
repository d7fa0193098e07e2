/** The short trials of `chaos/durability`. */
import { testTrials } from './short-trials.ts';

testTrials('durability');
