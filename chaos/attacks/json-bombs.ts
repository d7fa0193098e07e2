/**
 * Malicious JSON, sent to every route with a body: as the whole body, and in place of every text of a valid one. The
 * server refuses it as invalid input with a short response and stores nothing.
 */
import { gzipSync } from 'node:zlib';
import { textsIn, withValue } from '#test/support/body-paths.ts';
import { send } from '#test/support/clients/request.ts';
import type { World } from '#test/support/world.ts';
import type { Trial } from '../trial.ts';
import { type Attacked, JSON_ROUTES, spread } from './routes.ts';
import { fromNewAddress, startTarget } from './target.ts';
import { expectNoWrites } from './expect-no-writes.ts';

const DEEP = 10_000;
const nested = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);
const MANY = Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join();

/** Whole bodies. */
const DOCUMENTS: Record<string, string | Buffer> = {
  'no object': '[]',
  'an object in a list': '[{}]',
  'a text': '"text"',
  'a number': '7',
  nothing: '',
  'half an object': '{"a":',
  'two objects': '{"a":1}{',
  'single quotes': "{'a':1}",
  'a comment': '{/* */}',
  'no number': '{"a":NaN}',
  'a NUL': '\0',
  'a prototype': '{"__proto__":{"polluted":1}}',
  'a disguised prototype': '{"\\u005f_proto__":{"polluted":1}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":1}}}',
  'an inherited name': '{"toString":1,"hasOwnProperty":1}',
  'lists within lists': nested('[', ']'),
  'objects within objects': `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  'lists without end': '['.repeat(60_000),
  'thousands of names': `{${MANY}}`,
  'bytes that are no text': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'an overlong letter': Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  'half of a pair as bytes': Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'sixteen bits': Buffer.from('{"a":1}', 'utf16le'),
  'a packed bomb': gzipSync(' '.repeat(10_000_000)),
};

/** Values that replace a text, as JSON. */
const VALUES: Record<string, string> = {
  'lists within lists': nested('[', ']'),
  'objects within objects': `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  'a prototype': '{"__proto__":{"polluted":1}}',
  'a number without end': `1${'0'.repeat(20_000)}`,
  'a number too large': '1e999999',
  'half of a pair': '"\\ud800"',
  'a pair the wrong way round': '"\\udc00\\ud800"',
  'a NUL within': '"a\\u0000b"',
  'a control': '"a\\u001bb"',
  'far too long': `"${'x'.repeat(50_000)}"`,
  'far too long in emoji': `"${'🍲'.repeat(12_000)}"`,
};
/** Maximum length of a response: a short request must not cause a long response. */
const MAX_RESPONSE_LENGTH = 20_000;
/** Fields in which any text is valid input but a wrong secret. */
const SECRET_FIELDS = /^(token|password|current|code|ticket)$/;
/** Any text is valid, but has no recipe. */
const READER = '/app/api/recipes/read';

type Attempt = Attacked & { what: string; body: string | Buffer; isGuess: boolean };

export const jsonBombs: Trial = {
  name: 'json-bombs',
  part: 'attacks',
  promise:
    'prototype pollution, JSON bombs, 10,000 deep, duplicate keys, odd Unicode: refused with 400, no 5xx',
  times: { full: 100_000, short: 200 },
  coveredBy: 'src/http/server/json-body.test.ts',
  defect: {
    what: 'duplicate keys are accepted, and the last one wins',
    file: 'src/http/server/json-body.ts',
    from: 'names?.has(name)',
    to: 'false',
  },

  async run(context) {
    const target = await startTarget(context);
    const world = await target.newWorld();
    const attempts = spread(
      JSON_ROUTES.flatMap((attacked) => attemptsAt(attacked, world)),
      context.times,
    );
    const broken = await expectNoWrites(
      target,
      attempts,
      async ({ route, case: valid, what, body, isGuess }) => {
        const reply = await send(target, {
          method: route.method,
          path: valid.path(world),
          token: world.owner.token,
          body,
          headers: fromNewAddress(),
        });
        const { status } = reply;
        const isRefused = isGuess ? status >= 400 && status < 500 : status === 400;
        if (!isRefused) return `${what} returned ${status}`;
        const { length } = JSON.stringify(reply.body);
        return length > MAX_RESPONSE_LENGTH ? `${what} got a response of ${length} characters` : undefined;
      },
    );
    if (target.log() !== '') broken.push(`The server logged: ${target.log().slice(0, 300)}`);
    return { figures: { routes: JSON_ROUTES.length, requests: attempts.length }, broken };
  },
};

function attemptsAt(attacked: Attacked, world: World): Attempt[] {
  const valid = attacked.case.body?.(world) ?? {};
  const text = JSON.stringify(valid);
  const documents = Object.entries(DOCUMENTS).map(([what, body]) => ({ what, body, isGuess: false }));
  const twice = Object.keys(valid).map((name) => ({
    what: `${name} twice`,
    body: `{"${name}":null,${text.slice(1)}`,
    isGuess: false,
  }));
  const values = textsIn(valid).flatMap((path) =>
    Object.entries(VALUES).map(([what, value]) => ({
      what: `${what} as ${path.join('.')}`,
      body: JSON.stringify(withValue(valid, path, PLACEHOLDER)).replace(`"${PLACEHOLDER}"`, () => value),
      isGuess:
        value.startsWith('"') && (SECRET_FIELDS.test(path.at(-1) ?? '') || attacked.route.path === READER),
    })),
  );
  return [...documents, ...twice, ...values].map((attempt) => ({ ...attacked, ...attempt }));
}

const PLACEHOLDER = 'the text that is replaced';
