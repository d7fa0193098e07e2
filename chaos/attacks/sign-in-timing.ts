/**
 * Whether an email has an account, asked of the sign-in: known and unknown ones in turn, each from an address
 * of its own, compared by what is answered and by how long it takes.
 */
import { randomUUID } from 'node:crypto';
import { send } from '#test/support/app-cases.ts';
import type { Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { fromAnywhere, startTarget, type Target } from './target.ts';

const MAX_DIFFERENCE_MS = 5;
/** In the short form, on a machine that does other things too, only work that is left out shows. */
const LEFT_OUT = 0.5;
/** Fewer than an account may be tried in a minute. */
const TRIES_PER_EMAIL = 5;

type Try = { ms: number; said: string };

export const signInTiming: Trial = {
  name: 'sign-in-timing',
  part: 'attacks',
  promise: 'sign-in with known and unknown emails, 1,000 each: the same answer, medians within 5 ms',
  times: { full: 1_000, short: 8 },
  defect: {
    what: 'where there is no account, no password is checked',
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
    const [known, unknown]: [Try[], Try[]] = [[], []];
    for (let tries = 0; tries < context.times; tries += 1) {
      known.push(await trySignIn(target, emails[tries % emails.length] as string));
      unknown.push(await trySignIn(target, `${randomUUID()}@example.org`));
      if ((tries + 1) % 200 === 0) context.report(`${tries + 1} tries of each kind`);
    }
    const broken: string[] = [];
    const answers = new Set([...known, ...unknown].map(({ said }) => said));
    if (answers.size > 1) broken.push(`There are ${answers.size} answers: ${[...answers].join(' and ')}.`);
    const [knownMs, unknownMs] = [medianMs(known), medianMs(unknown)];
    const isApart = context.isTimed
      ? Math.abs(knownMs - unknownMs) > MAX_DIFFERENCE_MS
      : Math.min(knownMs, unknownMs) < Math.max(knownMs, unknownMs) * LEFT_OUT;
    const [shownKnown, shownUnknown] = [`${knownMs.toFixed(1)} ms`, `${unknownMs.toFixed(1)} ms`];
    if (isApart) broken.push(`A known email takes ${shownKnown}, an unknown one ${shownUnknown}.`);
    return {
      figures: { 'tries of each kind': context.times, known: shownKnown, unknown: shownUnknown },
      broken,
    };
  },
};

async function trySignIn(target: Target, email: string): Promise<Try> {
  const call = { email, password: 'not the password' };
  const startedAt = performance.now();
  const reply = await send(target, {
    method: 'POST',
    path: '/app/api/sign-in',
    body: call,
    headers: fromAnywhere(),
  });
  return { ms: performance.now() - startedAt, said: said(reply) };
}

/** All of the answer but what is new in each. */
function said({ status, headers, body }: Reply): string {
  const shown = Array.from(headers, ([name, value]) =>
    name === 'date' || name === 'x-request-id' ? name : `${name}: ${value}`,
  );
  return `${status} ${shown.toSorted().join(', ')} ${JSON.stringify(body)}`;
}

function medianMs(tries: Try[]): number {
  return tries.map(({ ms }) => ms).toSorted((one, other) => one - other)[tries.length >> 1] as number;
}
