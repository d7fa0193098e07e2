/** XML and iCalendar that nobody sends by accident: document types, entities, depth, size, broken encodings. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseTodo } from '#domain/calendar/todo-parser.ts';
import { todoOf } from '#test/support/clients/dav.ts';
import { element, documentOf } from './xml-writer.ts';
import { parseXml } from './xml-reader.ts';

const BOMB = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>`;
const EXTERNAL = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';

describe('XML', () => {
  const refused: [what: string, text: string][] = [
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type in lower case', '<!doctype a><a/>'],
    ['entities within entities', BOMB],
    ['an external entity', EXTERNAL],
    ['an external document type', '<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['an entity of HTML', '<a>&nbsp;</a>'],
    ['a reference to NUL', '<a>&#0;</a>'],
    ['depth', '<a>'.repeat(100) + '</a>'.repeat(100)],
    ['many elements', `<a>${'<b/>'.repeat(5_000)}</a>`],
    ['a long namespace', `<a xmlns="${'u'.repeat(201)}"/>`],
    ['a long name', `<${'a'.repeat(101)}/>`],
    ['an open element', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['an undeclared prefix', '<x:a/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['text', 'hello'],
    ['nothing', ''],
    ['a control', '<a>\u0001</a>'],
  ];
  for (const [what, text] of refused) test(`refuses ${what}`, () => strictEqual(parseXml(text), undefined));

  test('reads the five entities, references, CDATA and namespaces', () => {
    const text =
      '<?xml version="1.0"?><!-- x --><a xmlns="DAV:" b="&quot;1"><c>&lt;&amp;&#65;<![CDATA[<d>]]></c></a>';
    const root = parseXml(text);
    deepStrictEqual([root?.name, root?.attributes.b, root?.children[0]?.text], ['{DAV:}a', '"1', '<&A<d>']);
  });

  test('what is written is read as it was, whatever the text', () => {
    for (const text of [
      'a<b>&"\'c',
      ']]>',
      'a\r\nb\rc\n',
      '🥕é',
      '<!DOCTYPE a>',
      '&#13;',
      '</D:href><D:href>',
    ]) {
      const root = parseXml(documentOf(element('{DAV:}href', text, { name: text.replace(/[\r\n]/g, ' ') })));
      deepStrictEqual([root?.text, root?.name, root?.children], [text, '{DAV:}href', []], text);
    }
    const foreign = parseXml(documentOf(element('{DAV:}prop', element('{urn:a&"<b}x'))));
    strictEqual(foreign?.children[0]?.name, '{urn:a&"<b}x');
    const many = documentOf(
      element('{DAV:}a', [
        element('{urn:one}x'),
        element('{DAV:}b', element('{urn:one}y')),
        element('{urn:two}x'),
      ]),
    );
    deepStrictEqual([many.match(/"urn:one"/g)?.length, many.match(/"urn:two"/g)?.length], [1, 1]);
    strictEqual(parseXml(many)?.children[1]?.children[0]?.name, '{urn:one}y');
    strictEqual(parseXml(documentOf(element('{DAV:}a', '\u0000\u0001\uD800x\uFFFF')))?.text, '\uFFFDx');
  });
});

describe('iCalendar', () => {
  const todo = todoOf({ uid: 'x', summary: 'x' });
  const refused: [what: string, text: string][] = [
    ['a broken pair of UTF-16', todo.replace('SUMMARY:x', 'SUMMARY:\uD800')],
    ['a control', todo.replace('SUMMARY:x', 'SUMMARY:\u0001')],
    ['a line that ends with CR only', todo.replace('SUMMARY:x', 'SUMMARY:x\rEND:VTODO')],
    ['depth', todo.replace('UID:x', `UID:x\r\n${'BEGIN:X\r\n'.repeat(500)}${'END:X\r\n'.repeat(500)}`)],
    [
      'crossed components',
      todo.replace('UID:x', 'BEGIN:VALARM\r\nUID:x').replace('END:VTODO', 'END:VTODO\r\nEND:VALARM'),
    ],
    ['two calendars', todo + todo],
    ['a to-do without a calendar', todo.replace(/(?:BEGIN|END):VCALENDAR\r\n/g, '')],
    ['a second part of a repetition', todo.replace('UID:x', 'UID:x\r\nRECURRENCE-ID:20261111T120000Z')],
    ['a line without a value', todo.replace('UID:x', 'UID:x\r\nBROKEN')],
    ['a date that is none', todo.replace('UID:x', 'UID:x\r\nDUE:notadate')],
    ['a duration that is none', todo.replace('UID:x', 'UID:x\r\nDURATION:abc')],
    [
      'a date that is none in a property of a client',
      todo.replace('UID:x', 'UID:x\r\nX-A;VALUE=DATE-TIME:q'),
    ],
  ];
  for (const [what, text] of refused) test(`refuses ${what}`, () => ok('fault' in parseTodo(text), what));

  test('reads LF, folded lines, lower case, escapes, and CANCELLED as done', () => {
    const text = todoOf({ uid: 'x', summary: 'ä, b; c\\d', isDone: true })
      .replace('COMPLETED', 'CANCELLED')
      .replaceAll('\r\n', '\n')
      .replace('SUMMARY:', 'summary;LANGUAGE=de:\n ')
      .replace('BEGIN:VTODO', 'begin:vtodo');
    deepStrictEqual(parseTodo(text), { uid: 'x', summary: 'ä, b; c\\d', isDone: true, extra: '' });
  });

  test('lines of a client cannot end its to-do or begin another', () => {
    const parsed = parseTodo(todo.replace('UID:x', 'UID:x\r\nX-A:1\r\n END:VTODO'));
    ok('extra' in parsed);
    deepStrictEqual(JSON.parse(parsed.extra), { inside: ['X-A:1END:VTODO'], beside: [] });
    for (const line of ['END;X-A=1:VTODO', 'begin;x-a=1:VTODO', 'END;X-A="a:b":VTODO']) {
      const other = parseTodo(todo.replace('UID:x', `UID:x\r\n${line}\r\nX-B:1`));
      ok('fault' in other || other.extra === JSON.stringify({ inside: ['X-B:1'], beside: [] }), line);
    }
  });
});
