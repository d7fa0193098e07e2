import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { printableJson, printableLine, printableText } from './printable.ts';

const cases: [string, string, string][] = [
  [
    'letters of all scripts stay',
    'Crème brûlée, 鍋物, борщ, كسكس, ไทย, हिन्दी',
    'Crème brûlée, 鍋物, борщ, كسكس, ไทย, हिन्दी',
  ],
  ['emoji with a variation selector stay', '❤️ 👩', '❤️ 👩'],
  ['controls', '\0\t\r\u001b[2J\u007f', '\\u0000\\u0009\\u000d\\u001b[2J\\u007f'],
  ['C1 controls', '\u0085\u009b', '\\u0085\\u009b'],
  ['bidirectional', '\u061c\u200e\u202e\u2069', '\\u061c\\u200e\\u202e\\u2069'],
  ['zero-width', '\u200b\u200d\u2060\ufeff', '\\u200b\\u200d\\u2060\\ufeff'],
  ['blank by definition', '\u00ad\u034f\u115f\u3164', '\\u00ad\\u034f\\u115f\\u3164'],
  ['annotations', '\ufff9a\ufffb', '\\ufff9a\\ufffb'],
  ['line separators', '\u2028\u2029', '\\u2028\\u2029'],
  ['tags beyond 16 bits', '\u{e0041}', '\\udb40\\udc41'],
  ['half a pair', 'a\ud83db', 'a\\ud83db'],
];
for (const [what, text, shown] of cases) {
  test(`${what}: ${JSON.stringify(text)}`, () => strictEqual(printableLine(text), shown));
}

test('a line feed is escaped within a line, and stays between lines', () => {
  strictEqual(printableLine('a\nb'), 'a\\u000ab');
  strictEqual(printableText('a\u202e\nb'), 'a\\u202e\nb');
});

test('JSON stays the same value', () => {
  const value = cases.map(([, text]) => text);
  const json = printableJson(JSON.stringify(value));
  strictEqual(JSON.stringify(JSON.parse(json)), JSON.stringify(value));
});
