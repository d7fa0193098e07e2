/** Runs the trial on Node, Deno or Bun: the task is in the environment, the result goes to stdout. */
import process from 'node:process';
import * as client from '../dist/client.js';
import { tryClient } from './trial.js';

console.log(JSON.stringify(await tryClient(client, JSON.parse(process.env.TASK))));
