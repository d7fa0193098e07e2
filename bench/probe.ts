/**
 * Loaded into every measured process with `node --import`: reports its CPU time and memory on request, so that the
 * service needs no code for it.
 */

export type Reading = { id: number; cpuMicros: number; residentBytes: number; heapBytes: number };

// The benchmark has ended, and nothing else would stop this process.
process.once('disconnect', () => process.exit());

process.on('message', (id: number) => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const reading: Reading = { id, cpuMicros: user + system, residentBytes: rss, heapBytes: heapUsed };
  process.send?.(reading);
});
