/** Reads a plan by key at an even pace, in a process of its own, and says how long each answer took. */
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

/** Whether or not the answer before has come: whoever waits for it would not see how late it is. */
async function read({ port, keys, perSecond, seconds }: Reading): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    answers.push(answerTime(port, keys[sent % keys.length] as string));
  }
  return Promise.all(answers);
}

function answerTime(port: number, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const startedAt = performance.now();
  const address = { host: '127.0.0.1', port, path: '/api/meal-plans/v1/current', agent };
  get({ ...address, headers: { 'X-API-Key': key } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`A read was answered with ${response.statusCode}.`));
    response.resume().on('end', () => resolve(performance.now() - startedAt));
  }).on('error', reject);
  return promise;
}
