import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { decodePage } from './charset.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const SOUP = '<title>Kürbis</title>';

const cases: [what: string, bytes: Uint8Array, contentType: string, text: string][] = [
  ['the content type', latin1(SOUP), 'text/html; charset=ISO-8859-1', SOUP],
  ['a quoted content type', latin1(SOUP), 'text/html;charset="windows-1252"', SOUP],
  ['UTF-8 without any label', Buffer.from(SOUP), 'text/html', SOUP],
  ['bytes that are no UTF-8', latin1(SOUP), 'text/html', SOUP],
  ['an unknown label', Buffer.from(SOUP), 'text/html; charset=klingon', SOUP],
  [
    'a meta element',
    latin1(`<meta charset="iso-8859-15">${SOUP}¤`),
    'text/html',
    `<meta charset="iso-8859-15">${SOUP}€`,
  ],
  [
    'a meta element with a content type',
    Buffer.from([
      ...Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">'),
      0x83,
      0x58,
    ]),
    'text/html',
    '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">ス',
  ],
  [
    'the content type before the meta element',
    Buffer.from(`<meta charset=latin1>${SOUP}`),
    'text/html; charset=utf-8',
    `<meta charset=latin1>${SOUP}`,
  ],
  ['a byte order mark before all', Buffer.from(`\ufeff${SOUP}`), 'text/html; charset=latin1', SOUP],
  ['UTF-16', Buffer.from(`\ufeff${SOUP}`, 'utf16le'), 'text/html', SOUP],
  [
    'a meta element that cannot be true',
    Buffer.from(`<meta charset="utf-16">${SOUP}`),
    'text/html',
    `<meta charset="utf-16">${SOUP}`,
  ],
  [
    'the declaration of XML',
    latin1(`<?xml version="1.0" encoding="iso-8859-1"?>${SOUP}`),
    'application/xhtml+xml',
    `<?xml version="1.0" encoding="iso-8859-1"?>${SOUP}`,
  ],
  ['an empty page', Buffer.alloc(0), '', ''],
];
for (const [what, bytes, contentType, text] of cases) {
  test(`decodes by ${what}`, () => deepStrictEqual(decodePage(bytes, contentType), text));
}
