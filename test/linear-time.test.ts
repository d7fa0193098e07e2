/** Every parser of untrusted text takes linear time: twice the text takes at most about twice the time, for any text. */
import { deepStrictEqual, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { getFoods } from '#cookbook/foods.ts';
import { parseCooklang } from '#domain/recipe/cooklang.ts';
import { email, password, timeZone } from '#domain/family/family.ts';
import { stepIngredients } from '#domain/cooking/step-ingredients.ts';
import { findStepTimes } from '#domain/cooking/step-times.ts';
import { parseIngredientLine, plainLine, withPreparation } from '#domain/ingredient-line/ingredient-line.ts';
import { applyAnswer, wordsOfLine } from '#domain/ingredient-line/line-answers.ts';
import { tokenize } from '#domain/ingredient-line/tokens.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { parseFraction } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';
import { queryWords, wordsOf } from '#domain/recipe/recipe-search-words.ts';
import { parsePartId } from '#domain/shopping-list/item.ts';
import { dividedLine } from '#domain/shopping-list/line-parts.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { parseTodo } from '#domain/calendar/todo-parser.ts';
import { parseRetryAfter } from '#domain/events/retry.ts';
import { textLine } from '#domain/text/text.ts';
import { normalize } from '#domain/text/unicode.ts';
import { splitLine } from '#domain/shopping-list/split-line.ts';
import { parseWeek } from '#domain/week/week.ts';
import { allowsChange, matchesEtag } from '#http/headers/etag.ts';
import { changeIdOf, isIdempotencyKey } from '#http/idempotency.ts';
import { Cookies } from '#http/access/cookies.ts';
import { describeDevice } from '#http/access/device.ts';
import { parseXml } from '#http/dav/xml-reader.ts';
import { isSafeJson } from '#http/server/json-body.ts';
import { bestEncoding, prefers } from '#http/headers/accept.ts';
import { parseCsv } from '#import/archive/csv.ts';
import { ingredientGroupsOf, stepGroupsOf } from '#import/archive/fields.ts';
import { readBody } from '#import/archive/formats/cooklang.ts';
import { parseFrontMatter } from '#import/archive/front-matter.ts';
import { cleanPicture } from '#import/picture/picture.ts';
import { decodePage } from '#import/page/charset.ts';
import { readPage } from '#import/page/page.ts';
import { cleanPastedLines } from '#domain/recipe/pasted-lines.ts';
import { readText } from '#import/page/text.ts';
import { tagTest } from '#planner/model/dish.ts';
import { seededRandom } from '#domain/random.ts';
import { todoOf } from './support/clients/dav.ts';
import { findFastGrowth } from './support/growth.ts';
import { hostileShape, hostileText, KNOWN_SHAPES } from './support/texts/hostile-lines.ts';
import { SOURCES, sourceFiles } from './support/texts/regular-expressions.ts';

const SHAPES_PER_PARSER = 12;
/** Enough to report a slow parser, which takes seconds on a longer text. */
const SLOW_LENGTH = 8_192;
const foods = getFoods();
const compressed = new Map([['br', true]]);
const dish = { title: '' } as Parameters<ReturnType<typeof tagTest>>[0];

/**
 * Maximum text lengths. Real limits: 16 kB for headers, 5,000 characters for a step, 300 for an ingredient line, 200 for
 * a search.
 */
const [UNLIMITED, HEADER, STEP, LINE] = [65_536, 16_384, 8_192, 4_096];

/** The first bytes of a JPEG with a scan, a PNG and a WebP. */
const PICTURE_STARTS = ['ffd8ffda0004ffff', '52494646ffff000057454250'].map((hex) => Buffer.from(hex, 'hex'));

const TODO = todoOf({ uid: 'x', summary: 'x' });

type Parser = { input: string; maxLength: number; parse: (text: string) => unknown };
const parsers: Parser[] = [
  {
    input: 'an ingredient line',
    maxLength: LINE,
    parse: (text) => parseIngredientLine(text, foods),
  },
  {
    input: 'an answer to a line',
    maxLength: LINE,
    parse: (text) => [
      wordsOfLine(text),
      applyAnswer({ text }, { foodId: 'egg', createdBy: { kind: 'operator' }, createdAt: '' }, foods),
    ],
  },
  { input: 'the tokens of a line', maxLength: LINE, parse: tokenize },
  {
    input: 'a preparation',
    maxLength: LINE,
    parse: (text) => withPreparation(plainLine('egg'), text, foods),
  },
  { input: 'the parts of a typed line', maxLength: LINE, parse: dividedLine },
  {
    input: 'several things in a typed line',
    maxLength: LINE,
    parse: (text) =>
      splitLine(text, {
        foods,
        isSure: (part) => parseIngredientLine(part, foods).understood?.isSure ?? false,
      }),
  },
  { input: 'the name of a food', maxLength: LINE, parse: foods.findByName },
  {
    input: 'a number',
    maxLength: LINE,
    parse: (text) => [parseNumber(text), parseFraction(text), text.match(NUMBERS)],
  },
  {
    input: 'the words of a recipe',
    maxLength: LINE,
    parse: (text) => wordsOf({ title: text, ingredients: [{ text }] }, foods),
  },
  { input: 'a search', maxLength: LINE, parse: queryWords },
  {
    input: 'a tag and a title',
    maxLength: LINE,
    parse: (text) => tagTest('title:soup')({ ...dish, title: text, translatedTitles: [text] }),
  },
  {
    input: 'a step of a recipe',
    maxLength: HEADER,
    parse: (text) => resultOrError(() => parseCooklang('soup', `---\n---\n${text}`, foods)),
  },
  { input: 'composed Unicode', maxLength: UNLIMITED, parse: (text) => normalize(text, 'NFC') },
  { input: 'decomposed Unicode', maxLength: UNLIMITED, parse: (text) => normalize(text, 'NFKD') },
  { input: 'a line of text', maxLength: UNLIMITED, parse: (text) => textLine(1_000_000).safeParse(text) },
  {
    input: 'an email address, a password, a time zone',
    maxLength: UNLIMITED,
    parse: (text) => [email, password, timeZone].map((schema) => schema.safeParse(text)),
  },
  {
    input: 'the id of an item or a recipe, a week',
    maxLength: UNLIMITED,
    parse: (text) => [
      listOperationSchema.safeParse({ opId: text, kind: 'want', itemId: text }),
      parsePartId(text),
      recipeIdSchema.safeParse(text),
      parseWeek(text),
    ],
  },
  {
    input: 'the times and ingredients of a step',
    maxLength: STEP,
    parse: (text) => [
      findStepTimes(text),
      stepIngredients({ ingredients: [parseIngredientLine('2 onions', foods)], steps: [text] }, foods),
    ],
  },
  {
    input: 'the names in JSON',
    maxLength: UNLIMITED,
    parse: (text) => isSafeJson(Buffer.from(text), text),
  },
  {
    input: 'the header Accept',
    maxLength: HEADER,
    parse: (text) => prefers(`text/html,${text}`, 'text/html', 'application/json'),
  },
  { input: 'the header Accept-Encoding', maxLength: HEADER, parse: (text) => bestEncoding(text, compressed) },
  {
    input: 'the header Cookie',
    maxLength: HEADER,
    parse: (text) => new Cookies(text, {} as FastifyReply, undefined).session,
  },
  {
    input: 'the headers If-Match and If-None-Match',
    maxLength: HEADER,
    parse: (text) =>
      [text, text.replaceAll(' ', ',')].map((tags) => [
        allowsChange(tags, '"1-x"', true),
        matchesEtag(tags, '"1-x"'),
      ]),
  },
  {
    input: 'the header Idempotency-Key',
    maxLength: HEADER,
    parse: (text) => [isIdempotencyKey(text), changeIdOf('id', text)],
  },
  { input: 'the header User-Agent', maxLength: HEADER, parse: describeDevice },
  { input: 'CSV', maxLength: UNLIMITED, parse: (text) => [parseCsv(text), parseCsv(`a,b\n"${text}`)] },
  {
    input: 'front matter',
    maxLength: UNLIMITED,
    parse: (text) => parseFrontMatter(`---\na:\n- ${text}\n---`),
  },
  { input: 'Cooklang of strangers', maxLength: HEADER, parse: readBody },
  {
    input: 'ingredients and steps with Markdown',
    maxLength: HEADER,
    parse: (text) => [ingredientGroupsOf(text), stepGroupsOf(text)],
  },
  {
    input: 'a picture',
    maxLength: UNLIMITED,
    parse: (text) =>
      PICTURE_STARTS.map((start) => cleanPicture(Buffer.concat([start, Buffer.from(text, 'latin1')]))),
  },
  {
    input: 'the XML of a CalDAV request',
    maxLength: UNLIMITED,
    parse: (text) => [parseXml(text), parseXml(`<a>${text}</a>`), parseXml(`<a b="${text}"/>`)],
  },
  {
    input: 'a to-do of a CalDAV client',
    maxLength: UNLIMITED,
    parse: (text) => [
      parseTodo(text),
      parseTodo(TODO.replace('SUMMARY:x', `SUMMARY:${text}`)),
      parseTodo(TODO.replace('SUMMARY:x', `SUMMARY;X=${text}:x`)),
      parseTodo(TODO.replace('SUMMARY:x', `SUMMARY:x\r\n${text}`)),
    ],
  },
  {
    input: 'Retry-After of a webhook receiver',
    maxLength: HEADER,
    parse: (text) => [parseRetryAfter(text, 0), parseRetryAfter(`Wed, ${text}`, 0)],
  },
  { input: 'a web page', maxLength: UNLIMITED, parse: (text) => readPage(text) },
  {
    input: 'broken JSON in a web page',
    maxLength: UNLIMITED,
    parse: (text) => readPage(`<script type="application/ld+json">{"@type":"Recipe",${text}</script>`),
  },
  { input: 'the text of a recipe', maxLength: UNLIMITED, parse: (text) => readText(`Ingredients\n${text}`) },
  {
    input: 'a recipe without headings, in lines and in sentences',
    maxLength: HEADER,
    parse: (text) => [
      readText(`2 eggs\n1 l milk\n${text}`),
      readText(`Soup: mix 2 eggs with 1 l milk ${text}`),
    ],
  },
  {
    input: 'pasted lines of a recipe',
    maxLength: UNLIMITED,
    parse: (text) => [cleanPastedLines(text, 'steps'), cleanPastedLines(text, 'ingredients')],
  },
  {
    input: 'the bytes of a web page',
    maxLength: UNLIMITED,
    parse: (text) => decodePage(Buffer.from(text, 'latin1')),
  },
];

function resultOrError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

for (const { input, maxLength, parse } of parsers) {
  test(`parses ${input} in linear time`, () => {
    const random = seededRandom(13);
    const shapes = [
      ...KNOWN_SHAPES,
      ...Array.from({ length: SHAPES_PER_PARSER }, () => hostileShape(random)),
    ];
    const slow = shapes.flatMap((shape) => {
      const growth = findFastGrowth(parse, (length) => hostileText(shape, length), maxLength);
      return growth === undefined ? [] : [{ ...shape, growth }];
    });
    deepStrictEqual(slow, []);
  });
}

test('only code for short texts and the linear-time replacement call String.normalize', () => {
  const callers = sourceFiles().filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes('.normalize('),
  );
  deepStrictEqual(callers.toSorted(), [
    // At most 200 characters; stored hashes depend on it.
    'auth/password.ts',
    // Passwords, names and addresses, at most 254 characters.
    'domain/family/password-words.ts',
    // A single character.
    'domain/ingredient-line/tokens.ts',
    'domain/mail/mail-address.ts',
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
  test(`reports ${name} as slow`, () => {
    const growth = findFastGrowth(parse, (length) => hostileText(shape, length), SLOW_LENGTH);
    match(growth ?? 'linear', /characters take/);
  });
}
