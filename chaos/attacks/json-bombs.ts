/**
 * JSON that is meant to break whoever reads it, sent to every route that takes a body: as the whole body, and
 * in the place of every text of a good one. It is refused as bad input, in few words, and nothing is stored.
 */
import { gzipSync } from 'node:zlib';
import { send, type World } from '#test/support/app-cases.ts';
import type { Trial } from '../trial.ts';
import { type Attacked, CHANGING_ROUTES, spread, textsIn, withValue } from './routes.ts';
import { fromAnywhere, startTarget } from './target.ts';
import { tryWithoutTrace } from './traces.ts';

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

/** In the place of a text, as they stand in JSON. */
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
/** Whoever sends little must not get back a lot. */
const MAX_RESPONSE_LENGTH = 20_000;
/** Where any text is a guess, and only a wrong one. */
const GUESSED = /^(token|password|current)$/;

type Attempt = Attacked & { what: string; body: string | Buffer; isGuess: boolean };

export const jsonBombs: Trial = {
  name: 'json-bombs',
  part: 'attacks',
  promise:
    'prototype pollution, JSON bombs, 10,000 deep, duplicate keys, odd Unicode: refused with 400, no 5xx',
  times: { full: 100_000, short: 200 },
  defect: {
    what: 'of two fields with one name the last one counts',
    file: 'src/http/server/json-body.ts',
    from: 'names?.has(name)',
    to: 'false',
  },

  async run(context) {
    const target = await startTarget(context);
    const world = await target.newWorld();
    const attempts = spread(
      CHANGING_ROUTES.flatMap((attacked) => attemptsAt(attacked, world)),
      context.times,
    );
    const broken = await tryWithoutTrace(
      target,
      attempts,
      async ({ route, case: good, what, body, isGuess }) => {
        const reply = await send(target, {
          method: route.method,
          path: good.path(world),
          token: world.owner.token,
          body,
          headers: fromAnywhere(),
        });
        const { status } = reply;
        const isRefused = isGuess ? status >= 400 && status < 500 : status === 400;
        if (!isRefused) return `${what} was answered ${status}`;
        const { length } = JSON.stringify(reply.body);
        return length > MAX_RESPONSE_LENGTH ? `${what} was answered with ${length} letters` : undefined;
      },
    );
    if (target.log() !== '') broken.push(`The server complained: ${target.log().slice(0, 300)}`);
    return { figures: { routes: CHANGING_ROUTES.length, requests: attempts.length }, broken };
  },
};

function attemptsAt(attacked: Attacked, world: World): Attempt[] {
  const good = attacked.case.body?.(world) ?? {};
  const text = JSON.stringify(good);
  const documents = Object.entries(DOCUMENTS).map(([what, body]) => ({ what, body, isGuess: false }));
  const twice = Object.keys(good).map((name) => ({
    what: `${name} twice`,
    body: `{"${name}":null,${text.slice(1)}`,
    isGuess: false,
  }));
  const values = textsIn(good).flatMap((way) =>
    Object.entries(VALUES).map(([what, value]) => ({
      what: `${what} as ${way.join('.')}`,
      body: JSON.stringify(withValue(good, way, MARK)).replace(`"${MARK}"`, () => value),
      isGuess: GUESSED.test(way.at(-1) ?? '') && value.startsWith('"'),
    })),
  );
  return [...documents, ...twice, ...values].map((attempt) => ({ ...attacked, ...attempt }));
}

const MARK = 'the text that is replaced';
