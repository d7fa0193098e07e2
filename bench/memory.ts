/** The memory of the service: after it has served every family, and over many more requests. */
import type { Generator } from './generator.ts';
import type { Job } from './load.ts';
import type { Reading } from './probe.ts';
import { type Hosted, untilQuiet } from './rounds.ts';

export type Memory = {
  startedMegabytes: number;
  everyFamilyMegabytes: number;
  firstMegabytes: number;
  secondMegabytes: number;
  growthMegabytes: number;
  requestsEach: number;
};

/** How much the resident set of an idle process varies between two measurements. */
export const GROWTH_MEGABYTES = 4;

export async function measureMemory(
  { server, keysFile }: Hosted,
  generator: Generator,
  requestsEach: number,
  log: (text: string) => void,
): Promise<Memory> {
  const job: Job = {
    port: server.port,
    keysFile,
    variant: 'key',
    status: 200,
    order: 'each',
    requests: requestsEach,
    seed: 1,
  };
  const resident = async () => megabytes(await untilQuiet(server));
  const startedMegabytes = megabytes(await server.read());
  await generator.prepare(job);
  log('memory: every family once');
  await generator.run(job);
  const everyFamilyMegabytes = await resident();
  log(`memory: the first ${requestsEach.toLocaleString('en')} requests`);
  await generator.run({ ...job, order: 'random', seed: 2 });
  const firstMegabytes = await resident();
  log(`memory: the second ${requestsEach.toLocaleString('en')} requests`);
  await generator.run({ ...job, order: 'random', seed: 3 });
  const secondMegabytes = await resident();
  return {
    startedMegabytes,
    everyFamilyMegabytes,
    firstMegabytes,
    secondMegabytes,
    growthMegabytes: Math.round((secondMegabytes - firstMegabytes) * 10) / 10,
    requestsEach,
  };
}

function megabytes({ residentBytes }: Reading): number {
  return Math.round(residentBytes / 100_000) / 10;
}
