/** Runs the operator's command line inside the test process: starting a process takes longer than most commands. */
import { Readable } from 'node:stream';
import { runCommandLine } from '#cli/command-line.ts';
import type { Environment, ProcessResult } from '../process.ts';

export async function runWeekfareInProcess(
  environment: Environment,
  parameters: string[],
  input = '',
): Promise<ProcessResult> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(parameters, {
    environment,
    input: Readable.from([input]),
    print: (text) => (stdout += `${text}\n`),
    printError: (text) => (stderr += `${text}\n`),
    write: async (text) => void (stdout += text),
  });
  return { code, stdout, stderr };
}
