/** A process that reads plans by API key at a constant rate and reports the time of each response. */
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export type Reading = { port: number; keys: string[]; perSecond: number; seconds: number };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

process.once('disconnect', () => process.exit());
process.on('message', (reading: Reading) => {
  read(reading).then(
    (times) => process.send?.(times),
    (error: Error) => process.send?.(error.message),
  );
});

/** Sends at a constant rate without waiting for responses, to avoid coordinated omission. */
async function read({ port, keys, perSecond, seconds }: Reading): Promise<number[]> {
  const responses: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    responses.push(responseTime(port, keys[sent % keys.length] as string));
  }
  return Promise.all(responses);
}

function responseTime(port: number, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const startedAt = performance.now();
  const address = { host: '127.0.0.1', port, path: '/api/meal-plans/v1/current', agent };
  get({ ...address, headers: { 'X-API-Key': key } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`a read got status ${response.statusCode}`));
    response.resume().on('end', () => resolve(performance.now() - startedAt));
  }).on('error', reject);
  return promise;
}
