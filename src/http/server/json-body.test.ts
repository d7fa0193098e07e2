import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cpuMs } from '#test/support/growth.ts';
import { isSafeJson } from './json-body.ts';

const cases = [
  { json: '{"a":1,"a":2}', isAccepted: false, why: 'a duplicate name' },
  { json: '{"a":1,"\\u0061":2}', isAccepted: false, why: 'a duplicate name with an escape' },
  { json: '{"a" :1, "a"\n:2}', isAccepted: false, why: 'a duplicate name with space before the colon' },
  { json: '[{"b":{"a":1,"c":[{}],"a":2}}]', isAccepted: false, why: 'a duplicate name in a nested object' },
  {
    json: '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    isAccepted: true,
    why: 'the same name in different objects',
  },
  { json: '{"a":"a","b":["a","a"]}', isAccepted: true, why: 'values may repeat' },
  { json: '{"a":"\\"a\\":1,{","b":"}"}', isAccepted: true, why: 'brackets and quotes in a string are text' },
  { json: '{"a\\\\":1,"a":2}', isAccepted: true, why: 'an escaped backslash is part of the name' },
  { json: '{"":1,"é":2,"e\u0301":3,"🍲":4}', isAccepted: true, why: 'names are compared by code units' },
  { json: '{"a":["b\\u0000"]}', isAccepted: false, why: 'PostgreSQL cannot store U+0000' },
  { json: '{"a\\u0000":1}', isAccepted: false, why: 'a name with U+0000' },
  { json: '{"a":"\\\\u0000"}', isAccepted: true, why: 'an escaped backslash before u0000 is text' },
  { json: '7', isAccepted: true, why: 'not an object' },
];

const isAccepted = (json: string) => isSafeJson(Buffer.from(json), json);

for (const { json, isAccepted: expected, why } of cases) {
  test(`${expected ? 'accepts' : 'refuses'} ${json}: ${why}`, () => strictEqual(isAccepted(json), expected));
}

test('refuses bytes that are not UTF-8', () => {
  const bytes = Buffer.from('{"name":"caf\xe9"}', 'latin1');
  strictEqual(isSafeJson(bytes, bytes.toString()), false);
});

test('accepts any output of JSON.stringify, and refuses any duplicate name', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 8 }), isAccepted));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (value) => isAccepted(JSON.stringify(value))),
  );
  // A duplicate name at any place, with any escapes.
  fc.assert(
    fc.property(fc.string(), fc.json(), (name, value) => {
      const text = JSON.stringify(name);
      const escaped = `"${Array.from({ length: name.length }, (_, at) => unicode(name, at)).join('')}"`;
      return !isAccepted(`[{${text}:${value},"other ${text.slice(1)}:1,${escaped} :1}]`);
    }),
  );
});

const unicode = (name: string, at: number) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`;

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepNames = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const many = (numbers: number) => `[${Array.from({ length: numbers }, () => 1).join()}]`;
const manyNames = (names: number) => `{${Array.from({ length: names }, (_, at) => `"${at}":1`).join()}}`;

test('accepts at most 32 levels and 30,000 tokens', () => {
  for (const make of [deep, deepNames])
    deepStrictEqual([isAccepted(make(32)), isAccepted(make(33))], [true, false]);
  deepStrictEqual([isAccepted(many(30_000)), isAccepted(many(30_001))], [true, false]);
  deepStrictEqual([isAccepted(manyNames(15_000)), isAccepted(manyNames(15_001))], [true, false]);
});

const LONG = 900_000;
const HOSTILE: Record<string, string> = {
  'lists within lists': '['.repeat(LONG / 2) + ']'.repeat(LONG / 2),
  'lists without end': '['.repeat(LONG),
  'objects within objects': `${'{"a":'.repeat(LONG / 6)}1${'}'.repeat(LONG / 6)}`,
  'many empty lists': `[${'[],'.repeat(LONG / 3)}1]`,
  'many empty objects': `[${'{},'.repeat(LONG / 3)}1]`,
  'many numbers': `[${'1,'.repeat(LONG / 2)}1]`,
  'many names': `{${Array.from({ length: LONG / 14 }, (_, at) => `"k${at}":1`).join()}}`,
  'closed before they are open': ']'.repeat(LONG),
  'a text that never ends': `{"a":"${'x'.repeat(LONG)}`,
  'texts that never end': '"\\'.repeat(LONG / 2),
  'escaped quotes': `{"a":"${'\\"'.repeat(LONG / 2)}"}`,
  'backslashes without end': `{"a":"${'\\'.repeat(LONG)}`,
  'spaces before a colon': `{${`"a"${' '.repeat(1_000)}`.repeat(LONG / 1_000)}`,
};

for (const [what, json] of Object.entries(HOSTILE)) {
  test(`handles 0.9 MB of ${what} in less than 100 ms`, () => {
    const bytes = Buffer.from(json);
    const work = () => {
      if (isSafeJson(bytes, json)) parse(json);
    };
    // The first run compiles the code.
    work();
    const ms = cpuMs(work);
    ok(ms < 100, `took ${ms} ms`);
  });
}

function parse(json: string): void {
  try {
    JSON.parse(json);
  } catch {
    // Not JSON: the check notices early.
  }
}
