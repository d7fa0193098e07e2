/** The short trials of `chaos/clients`. */
import { testTrials } from './short-trials.ts';

testTrials('clients');
