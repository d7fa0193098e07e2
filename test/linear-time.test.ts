/** Every parser of strangers' texts: twice the text takes at most about twice the time, however it is made up. */
import { deepStrictEqual, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { getFoods } from '#cookbook/foods.ts';
import { parseCooklang } from '#domain/recipe/cooklang.ts';
import { email, password, timeZone } from '#domain/family/family.ts';
import { splitAmount } from '#domain/ingredient-line/amount.ts';
import { findNamedFood } from '#domain/ingredient-line/named-food.ts';
import { normalizeLine } from '#domain/ingredient-line/normalized-line.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { parseFraction } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';
import { allergensOf } from '#domain/recipe/recipe.ts';
import { queryWords, wordsOf } from '#domain/recipe/recipe-search-words.ts';
import { parsePartId } from '#domain/shopping-list/food-items.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { normalize } from '#domain/text/unicode.ts';
import { parseWeek } from '#domain/week/week.ts';
import { prefers } from '#http/api/accept.ts';
import { Cookies } from '#http/app/access/cookies.ts';
import { describeDevice } from '#http/app/device.ts';
import { isSafeJson } from '#http/server/json-body.ts';
import { bestEncoding } from '#http/site.ts';
import { tagTest } from '#planner/model/dish.ts';
import { seededRandom } from '#domain/random.ts';
import { findFastGrowth } from './support/growth.ts';
import { hostileShape, hostileText, KNOWN_SHAPES } from './support/hostile-lines.ts';
import { SOURCES, sourceFiles } from './support/regular-expressions.ts';

const SHAPES_EACH = 24;
const foods = getFoods();
const packed = new Map([['br', true]]);
const dish = { title: '' } as Parameters<ReturnType<typeof tagTest>>[0];

/** The longest text to try: headers end at 16 kB, an ingredient line at 300 characters, a search at 200. */
const [UNLIMITED, HEADER, LINE] = [65_536, 16_384, 4_096];

type Parser = { of: string; longest: number; parse: (text: string) => unknown };
const parsers: Parser[] = [
  { of: 'an ingredient line', longest: LINE, parse: (text) => parseIngredientLine(text, foods.findByName) },
  { of: 'the numbers of a line, its packs and sums', longest: LINE, parse: normalizeLine },
  { of: 'the amount of a line', longest: LINE, parse: splitAmount },
  {
    of: 'the food of a line',
    longest: LINE,
    parse: (text) => findNamedFood(text, undefined, false, foods.findByName),
  },
  { of: 'the name of a food', longest: LINE, parse: foods.findByName },
  {
    of: 'a number',
    longest: LINE,
    parse: (text) => [parseNumber(text), parseFraction(text), text.match(NUMBERS)],
  },
  {
    of: 'foods in a note',
    longest: LINE / 4,
    parse: (text) =>
      allergensOf({ ingredients: [{ text, understood: { food: 'egg', preparation: text } }] }, foods),
  },
  {
    of: 'the words of a recipe',
    longest: LINE,
    parse: (text) => wordsOf({ title: text, ingredients: [{ text }] }, foods),
  },
  { of: 'a search', longest: LINE, parse: queryWords },
  {
    of: 'a tag and a title',
    longest: LINE,
    parse: (text) => tagTest('title:soup')({ ...dish, title: text }),
  },
  {
    of: 'a step of a recipe',
    longest: HEADER,
    parse: (text) => attempt(() => parseCooklang('soup', `---\n---\n${text}`, foods)),
  },
  { of: 'composed Unicode', longest: UNLIMITED, parse: (text) => normalize(text, 'NFC') },
  { of: 'decomposed Unicode', longest: UNLIMITED, parse: (text) => normalize(text, 'NFKD') },
  { of: 'a line of text', longest: UNLIMITED, parse: (text) => textLine(1_000_000).safeParse(text) },
  {
    of: 'an email address, a password, a time zone',
    longest: UNLIMITED,
    parse: (text) => [email, password, timeZone].map((schema) => schema.safeParse(text)),
  },
  {
    of: 'the id of an item or a recipe, a week',
    longest: UNLIMITED,
    parse: (text) => [
      listOperationSchema.safeParse({ opId: text, kind: 'want', itemId: text }),
      parsePartId(text),
      recipeIdSchema.safeParse(text),
      parseWeek(text),
    ],
  },
  {
    of: 'the names in JSON',
    longest: UNLIMITED,
    parse: (text) => isSafeJson(Buffer.from(text), text),
  },
  {
    of: 'the header Accept',
    longest: HEADER,
    parse: (text) => prefers(`text/html,${text}`, 'text/html', 'application/json'),
  },
  { of: 'the header Accept-Encoding', longest: HEADER, parse: (text) => bestEncoding(text, packed) },
  {
    of: 'the header Cookie',
    longest: HEADER,
    parse: (text) => new Cookies(text, {} as FastifyReply, undefined).session,
  },
  { of: 'the header User-Agent', longest: HEADER, parse: describeDevice },
];

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

for (const { of, longest, parse } of parsers) {
  test(`${of} takes linear time`, () => {
    const random = seededRandom(13);
    const shapes = [...KNOWN_SHAPES, ...Array.from({ length: SHAPES_EACH }, () => hostileShape(random))];
    const slow = shapes.flatMap((shape) => {
      const growth = findFastGrowth(parse, (length) => hostileText(shape, length), longest);
      return growth === undefined ? [] : [{ ...shape, growth }];
    });
    deepStrictEqual(slow, []);
  });
}

test('strings are normalized in linear time, or are short', () => {
  const callers = sourceFiles().filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes('.normalize('),
  );
  deepStrictEqual(callers.toSorted(), [
    // At most 200 characters, and old hashes must still match.
    'auth/password.ts',
    // A single character.
    'domain/ingredient-line/normalized-line.ts',
    'domain/quantity/number.ts',
    'domain/text/unicode.ts',
  ]);
});

const marks = { start: 'a', parts: ['\u0301', '\u0327'], end: '' };
const letters = { start: '', parts: ['b'], end: ', x' };
const spaces = { start: 'a', parts: [' '], end: 'b' };
const slow = [
  { name: 'sorting marks', shape: marks, parse: (text: string) => text.normalize('NFC') },
  { name: 'nested repetition', shape: letters, parse: (text: string) => /^(?:b+)+$/.test(text) },
  { name: 'a split at spaces', shape: spaces, parse: (text: string) => text.split(/\s*;\s*q=/) },
];
for (const { name, shape, parse } of slow) {
  test(`finds ${name} to be slow`, () => {
    match(findFastGrowth(parse, (length) => hostileText(shape, length)) ?? 'linear', /characters take/);
  });
}
