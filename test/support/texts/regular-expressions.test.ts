/**
 * Every regular expression of the program takes linear time on any text, because the texts are untrusted
 * (docs/decisions/0011-bounded-parsers.md).
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Expression,
  expressionsIn,
  expressionsCreatedBy,
  findFault,
  Proofs,
  RECHECK_VERSION,
  sourceFiles,
  SOURCES,
} from './regular-expressions.ts';

/** Expressions that may take longer, each with the reason why its input is short. */
const ALLOWED: Record<string, string> = {
  '\\/+$': "PUBLIC_URL, the operator's own setting, read once",
};

/** Files that call `RegExp` in a function, with an example of its argument. */
const CREATED_LATER: Record<string, string[]> = {
  'domain/recipe-view/scaled-line.ts': ['(?<![\\p{L}])onion(?![\\p{L}])'],
  'planner/model/dish.ts': ['(?<![\\p{L}\\p{M}\\p{N}])soup(?![\\p{L}\\p{M}\\p{N}])'],
  'http/server/framework.ts': ['^/app/api/lists/[^/]+/operations$'],
};

const found = sourceFiles().map((file) => expressionsIn(file, readFileSync(join(SOURCES, file), 'utf8')));
const calls = found.flatMap((each) => each.calls);
const fileOf = (place: string) => place.slice(0, place.lastIndexOf(':'));
const callers = new Set(calls.map(fileOf));
const created = await expressionsCreatedBy([...callers].filter((file) => !(file in CREATED_LATER)));
const examples = Object.entries(CREATED_LATER).flatMap(([place, sources]) =>
  sources.map((source): Expression => ({ source, flags: 'iu', place })),
);

test('finds every regular expression', () => {
  const literals = found.flatMap((each) => each.literals);
  ok(literals.length >= 100 && created.length >= 3, `${literals.length} literals, ${created.length} others`);
  const recorded = new Set(created.map(({ place }) => place));
  const unseen = calls.filter((place) => !recorded.has(place) && !(fileOf(place) in CREATED_LATER));
  deepStrictEqual(unseen, [], 'create it when the module loads, or add an example to CREATED_LATER');
  deepStrictEqual(
    Object.keys(CREATED_LATER).filter((file) => !callers.has(file)),
    [],
    'these files no longer call RegExp',
  );
});

test('every regular expression matches in linear time', () => {
  const proofs = new Proofs();
  const all = [...found.flatMap((each) => each.literals), ...created, ...examples];
  const faults = all
    .filter(({ source }) => !(source in ALLOWED))
    .flatMap((each) => {
      const fault = proofs.findFault(each);
      return fault === undefined ? [] : [`${each.place}: /${each.source}/${each.flags}: ${fault}`];
    });
  deepStrictEqual(faults, []);
  const stale = Object.keys(ALLOWED).filter((source) => !all.some((each) => each.source === source));
  deepStrictEqual(stale, [], 'these no longer exist: remove them from ALLOWED');
  if (!proofs.isComplete) proofs.save();
  ok(proofs.isComplete, 'test/support/texts/regular-expressions.json has been updated: commit it');
});

test('uses a stored proof only for the same pattern, flags and version of recheck', () => {
  const slow = { source: '^(a+)+$', flags: 'u' };
  const isProven = (recheck: string, linear: string[]) =>
    new Proofs({ recheck, linear }).findFault(slow) === undefined;
  strictEqual(isProven(RECHECK_VERSION, ['u/^(a+)+$']), true);
  strictEqual(isProven(RECHECK_VERSION, ['/^(a+)+$', 'u/^(a+)$']), false);
  strictEqual(isProven('1.0.0', ['u/^(a+)+$']), false);
});

const slow = [
  { name: 'nested repetition', pattern: /^(a+)+$/, expected: /exponential/ },
  {
    name: 'the word pattern of parse-ingredient 3.0.0',
    pattern: /^([\p{L}\p{N}_]+(?:[.-]?[\p{L}\p{N}_]+)*[-.]?)(?:\s+|$)/u,
    expected: /exponential/,
  },
  { name: 'a split at a weight', pattern: /\s*;\s*q=/, expected: /2nd degree/ },
  { name: 'space at the end', pattern: /\s+$/, expected: /2nd degree/ },
  { name: 'commas with space around them', pattern: /\s*[,;()]\s*|\s+-\s+/, expected: /2nd degree/ },
  { name: 'three words in order', pattern: /a.*b.*c/, expected: /3rd degree/ },
  { name: 'bounded repetition in a repetition', pattern: /^(?:a{1,20}){1,20}$/, expected: /exponential/ },
  { name: 'lookaround with repetition', pattern: /\s+(?=x)/, expected: /not decided/ },
];
for (const { name, pattern, expected } of slow) {
  test(`reports ${name} as slow`, () => {
    const [literal] = expressionsIn('planted.ts', `const planted = ${String(pattern)};`).literals;
    match((literal && findFault(literal)) ?? 'linear', expected);
  });
}

test('finds an expression that is assembled from constants', () => {
  const text = "const WORD = '[a-z]+';\nexport const planted = new RegExp(`^(?:${WORD})+$`);";
  deepStrictEqual(expressionsIn('planted.ts', text).calls, ['planted.ts:2']);
});
