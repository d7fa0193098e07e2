/**
 * The operator's command line as a process. It can run while a server uses the same database: the server
 * notices changes within a second.
 */
import { once } from 'node:events';
import { runCommandLine } from './command-line.ts';

// The reader of its output may end first, such as `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
});
