/**
 * Loaded into every measured process with `node --import`: tells its own CPU time and memory when
 * asked, so that the service is measured as it is, without a line of its own for it.
 */

export type Reading = { id: number; cpuMicros: number; residentBytes: number; heapBytes: number };

// Whoever asks is gone: nobody would stop this process any more.
process.once('disconnect', () => process.exit());

process.on('message', (id: number) => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const reading: Reading = { id, cpuMicros: user + system, residentBytes: rss, heapBytes: heapUsed };
  process.send?.(reading);
});
