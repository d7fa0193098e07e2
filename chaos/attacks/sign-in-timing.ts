/**
 * Tests whether sign-in reveals which emails have an account: known and unknown emails in turn, each from a new
 * address, compared by their responses and response times.
 */
import { randomUUID } from 'node:crypto';
import { send } from '#test/support/clients/request.ts';
import type { Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { fromNewAddress, startTarget, type Target } from './target.ts';

const MAX_DIFFERENCE_MS = 5;
/** The short form runs on a busy machine and detects only a missing password check. */
const MIN_RATIO = 0.5;
/** Fewer than the limit of attempts per account and minute. */
const TRIES_PER_EMAIL = 5;

type Attempt = { ms: number; response: string };

export const signInTiming: Trial = {
  name: 'sign-in-timing',
  part: 'attacks',
  promise: 'sign-in with known and unknown emails, 1,000 each: the same answer, medians within 5 ms',
  times: { full: 1_000, short: 8 },
  coveredBy: 'src/http/endpoints/account/sign-in.test.ts',
  defect: {
    what: 'without an account, no password hash is computed',
    file: 'src/auth/password.ts',
    from: 'const [, memory, passes, parallelism, salt, expected]',
    to: 'if (stored === undefined) return false;\n  const [, memory, passes, parallelism, salt, expected]',
  },

  async run(context) {
    const target = await startTarget(context);
    const emails: string[] = [];
    while (emails.length * TRIES_PER_EMAIL < context.times) {
      const { owner, member, third } = await target.newWorld();
      emails.push(owner.email, member.email, third.email);
    }
    const [known, unknown]: [Attempt[], Attempt[]] = [[], []];
    for (let tries = 0; tries < context.times; tries += 1) {
      known.push(await trySignIn(target, emails[tries % emails.length] as string));
      unknown.push(await trySignIn(target, `${randomUUID()}@example.org`));
      if ((tries + 1) % 200 === 0) context.report(`${tries + 1} tries of each kind`);
    }
    const broken: string[] = [];
    const responses = new Set([...known, ...unknown].map(({ response }) => response));
    if (responses.size > 1) {
      broken.push(`There are ${responses.size} different responses: ${[...responses].join(' and ')}.`);
    }
    const [knownMs, unknownMs] = [medianMs(known), medianMs(unknown)];
    const isDifferent = context.isTimed
      ? Math.abs(knownMs - unknownMs) > MAX_DIFFERENCE_MS
      : Math.min(knownMs, unknownMs) < Math.max(knownMs, unknownMs) * MIN_RATIO;
    const [shownKnown, shownUnknown] = [`${knownMs.toFixed(1)} ms`, `${unknownMs.toFixed(1)} ms`];
    if (isDifferent) broken.push(`A known email takes ${shownKnown}, an unknown one ${shownUnknown}.`);
    return {
      figures: { 'tries of each kind': context.times, known: shownKnown, unknown: shownUnknown },
      broken,
    };
  },
};

async function trySignIn(target: Target, email: string): Promise<Attempt> {
  const call = { email, password: 'not the password' };
  const startedAt = performance.now();
  const reply = await send(target, {
    method: 'POST',
    path: '/app/api/sign-in',
    body: call,
    headers: fromNewAddress(),
  });
  return { ms: performance.now() - startedAt, response: comparable(reply) };
}

/** The response without headers that differ each time, for comparison. */
function comparable({ status, headers, body }: Reply): string {
  const shown = Array.from(headers, ([name, value]) =>
    name === 'date' || name === 'x-request-id' ? name : `${name}: ${value}`,
  );
  return `${status} ${shown.toSorted().join(', ')} ${JSON.stringify(body)}`;
}

function medianMs(tries: Attempt[]): number {
  return tries.map(({ ms }) => ms).toSorted((one, other) => one - other)[tries.length >> 1] as number;
}
