/**
 * Keys, made and used, rightly and wrongly: in the header, in addresses and bodies, mistyped, rotated, after
 * their end. Then everything that the service has written anywhere is searched for them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send, type World } from '#test/support/app-cases.ts';
import { filesIn, findLeaks } from '#test/support/leaks.ts';
import { freshFolder } from '#test/support/store.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { startTarget, type Target } from './target.ts';

const CURRENT = '/api/meal-plans/v1/current';
/** Then it is the turn of the next one. */
const KEYS_OF_A_FAMILY = 40;

export const leakedKeys: Trial = {
  name: 'leaked-keys',
  part: 'attacks',
  promise: '1,000 keys made and used: none found in database, logs, backups, metrics or error pages',
  times: { full: 1_000, short: 12 },
  defect: {
    what: 'the record of changes keeps the key',
    file: 'src/actions/api-keys.ts',
    from: "record('key.add', { key: id, expiresAt })",
    to: "record('key.add', { key, expiresAt })",
  },

  async run(context) {
    const target = await startTarget(context, { LOG_LEVEL: 'debug' });
    const [keys, told]: [string[], string[]] = [[], []];
    while (keys.length < context.times) {
      const world = await target.newWorld();
      for (let made = 0; made < KEYS_OF_A_FAMILY && keys.length < context.times; made += 2) {
        keys.push(...(await liveOut(target, world, told)));
      }
    }
    const places = await everythingWritten(context, target, told);
    const broken = findLeaks(keys, places);
    for (const [place, mark] of Object.entries(MARKS)) {
      if (!places[place]?.includes(mark)) broken.push(`The ${place} was not really looked at.`);
    }
    const bytes = Object.values(places).reduce((sum, { length }) => sum + length, 0);
    return {
      figures: { keys: keys.length, 'bytes searched': bytes, 'answers searched': told.length },
      broken,
    };
  },
};

/** What stands in each place for sure, if what is searched is what was written. */
const MARKS = { 'weekfare.db': 'api_keys', backup: 'tablet', log: '/app/api/keys', metrics: CURRENT };

/** The life of a key and of the one that takes its place. */
async function liveOut(target: Target, { owner }: World, told: string[]): Promise<string[]> {
  const manage = async (method: string, path: string, body?: unknown) => {
    const reply = await send(target, {
      method,
      path,
      token: owner.token,
      ...(body !== undefined && { body }),
    });
    if (reply.status >= 400) throw new Error(`${method} ${path} was answered ${reply.status}.`);
    return reply.body;
  };
  const one = await manage('POST', '/app/api/keys', { name: 'tablet' });
  const other = await manage('POST', `/app/api/keys/${one.id}/rotate`, { overlap: 'day' });
  for (const { id, key } of [one, other]) {
    await use(target, key, told, 200);
    await send(target, {
      method: 'POST',
      path: '/app/api/keys',
      token: owner.token,
      body: { name: 'x', key },
    });
    await manage('DELETE', `/app/api/keys/${id}`);
    await use(target, key, told, 401);
  }
  return [one.key, other.key];
}

/** Rightly, with a mistake, and where keys do not belong; everything that is said about it is kept. */
async function use(target: Target, key: string, told: string[], expected: number): Promise<void> {
  const uses: [method: string, path: string, headers: Record<string, string>][] = [
    ['GET', CURRENT, { 'x-api-key': key }],
    ['GET', '/api/recipes/v1/nothing', { 'x-api-key': key }],
    ['POST', CURRENT, { 'x-api-key': key }],
    ['GET', CURRENT, { 'x-api-key': `${key.slice(0, -1)}!` }],
    ['GET', CURRENT, { authorization: `Bearer ${key}` }],
    ['GET', `/api/${key}?key=${key}`, { 'x-api-key': key }],
    ['GET', `/recipes/${key}/x?key=${key}`, { accept: 'text/html' }],
    ['POST', `/app/api/${key}`, { 'x-api-key': key }],
  ];
  for (const [at, [method, path, headers]] of uses.entries()) {
    const answer = await fetch(target.url + path, { method, headers });
    told.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`);
    if (at === 0 && answer.status !== expected) throw new Error(`A key was answered ${answer.status}.`);
  }
}

async function everythingWritten(
  { program, scope }: TrialContext,
  target: Target,
  told: string[],
): Promise<Record<string, Buffer>> {
  const { url, settings, child } = target;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const running = filesIn(settings.DATA_DIR as string);
  const file = join(freshFolder(scope), 'backup');
  const made = await program.operate(settings, 'backup', file);
  if (made.code !== 0) throw new Error(`No backup was made: ${made.stderr}`);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
  const ofText = { log: target.log(), metrics, answers: told.join('\n'), command: made.stdout + made.stderr };
  return {
    ...Object.fromEntries(Object.entries(running).map(([name, bytes]) => [`running ${name}`, bytes])),
    ...filesIn(settings.DATA_DIR as string),
    backup: readFileSync(file),
    ...Object.fromEntries(Object.entries(ofText).map(([place, text]) => [place, Buffer.from(text)])),
  };
}
