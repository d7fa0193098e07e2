/** The reader of server-sent events gets the same messages however the bytes are divided. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMessageReader, type Message } from './event-stream.ts';

const TEXT = [
  '\uFEFF: a comment, then a message of two lines',
  'id: 1',
  'event: plan.changed',
  'data: {"é":',
  'data:"🍲"}',
  '',
  'retry: 250',
  '',
  'id: 2',
  'data',
  '',
  'unknown: field',
  'id: with\0null',
  'data:  two spaces, and a : colon',
  '',
  'id',
  'data: no id',
  '',
  'id: 9',
  'data: cut off',
].join('\n');
const MESSAGES: Message[] = [
  { id: '1', data: '{"é":\n"🍲"}' },
  { id: '2', data: '' },
  { id: '2', data: ' two spaces, and a : colon' },
  { id: '', data: 'no id' },
];

function readIn(text: string, pieceBytes: number) {
  const state = { lastEventId: '0', retryMs: 1_000 };
  const read = createMessageReader(state);
  const bytes = new TextEncoder().encode(text);
  const messages: Message[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    messages.push(...read(bytes.subarray(at, at + pieceBytes)));
    // An empty piece must not lose that the one before ended within a pair.
    messages.push(...read(new Uint8Array()));
  }
  return { messages, state };
}

describe('messages', () => {
  for (const [name, lineEnd] of [
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    test(`with ${name}, in pieces of many sizes`, () => {
      const text = TEXT.replaceAll('\n', lineEnd);
      for (const size of [...Array.from({ length: 12 }, (_, at) => at + 1), 31, 100, 1_000]) {
        const { messages, state } = readIn(text, size);
        deepStrictEqual(messages, MESSAGES, `pieces of ${size} bytes`);
        deepStrictEqual(state, { lastEventId: '', retryMs: 250 });
      }
    });
  }

  test('the id of a message that was cut off does not count', () => {
    const { messages, state } = readIn('id: 1\ndata: a\n\nid: 2\ndata: b\n', 7);
    deepStrictEqual(messages, [{ id: '1', data: 'a' }]);
    strictEqual(state.lastEventId, '1');
  });

  test('a message is complete with its empty line, also if lines end with CR', () => {
    const read = createMessageReader({ lastEventId: '', retryMs: 0 });
    strictEqual(read(new TextEncoder().encode('data: a\r\r')).length, 1);
    strictEqual(read(new TextEncoder().encode('\ndata: b\n\n')).length, 1);
  });
});
