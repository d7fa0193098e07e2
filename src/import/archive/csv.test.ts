import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { csvHeader, parseCsv } from './csv.ts';
import { decodeText } from './text-encoding.ts';

const cases: [why: string, text: string, rows: Record<string, string>[]][] = [
  [
    'plain values',
    'a,b\n1,2\n3,4\n',
    [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  ],
  ['no line end at the end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
  ['quotes, delimiters and line ends in a value', 'a,b\n"1, ""x""\n2",y\n', [{ a: '1, "x"\n2', b: 'y' }]],
  ['semicolons', 'a;b\n"1;2";3,5\n', [{ a: '1;2', b: '3,5' }]],
  ['tabs', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }]],
  ['empty values', 'a,b,c\n,,3\n', [{ a: '', b: '', c: '3' }]],
  ['a delimiter at the end', 'a,b\n1,', [{ a: '1', b: '' }]],
  ['a row with too few values', 'a,b\n1\n', [{ a: '1', b: '' }]],
  ['rows without values', 'a,b\n\n,\n1,2\n', [{ a: '1', b: '2' }]],
  ['a quote within a value', 'a,b\n5" pan,2\n', [{ a: '5" pan', b: '2' }]],
  ['text after a closing quote', 'a,b\n"5" pan,2\n', [{ a: '5 pan', b: '2' }]],
  ['a quote that is never closed', 'a,b\n1,"2\n3', [{ a: '1', b: '2\n3' }]],
  ['spaces around names', ' a , b \n1,2\n', [{ a: '1', b: '2' }]],
];
for (const [why, text, rows] of cases) {
  test(`reads CSV with ${why}`, () => deepStrictEqual(parseCsv(text), rows));
}

test('reads CSV with a byte order mark, Windows line ends and decomposed letters', () => {
  const bytes = Buffer.from('\uFEFFTitle,Yield\r\nCre\u0301pe,"4\r\n(big)"\r\n');
  deepStrictEqual(parseCsv(decodeText(bytes)), [{ Title: 'Crépe', Yield: '4\n(big)' }]);
});

test('decodes UTF-16, and Windows-1252 where the text is not UTF-8', () => {
  deepStrictEqual(decodeText(Buffer.from('\uFEFFGrün', 'utf16le')), 'Grün');
  deepStrictEqual(decodeText(Buffer.from('Gr\u00FCn', 'latin1')), 'Grün');
});

test('reads back every table that is written with quotes', () => {
  const value = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é') });
  const table = fc.array(fc.tuple(fc.constant('x'), value, value), { minLength: 1 });
  fc.assert(
    fc.property(table, (rows) => {
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
      const text = ['k,a,b', ...quoted].join('\n');
      deepStrictEqual(csvHeader(text), ['k', 'a', 'b']);
      deepStrictEqual(
        parseCsv(text),
        rows.map(([k, a, b]) => ({ k, a, b })),
      );
    }),
  );
});
