import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

test('escapes control characters in a log line without changing its value', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const typed = 'a\u202eb\u200bc\u009b31m\u001b[2J\ud83d\udc69\u{e0041} é';
  log.error({ err: new Error(`duplicate key: ${typed}`), typed }, 'failed');
  const [line = ''] = lines;
  // oxlint-disable-next-line no-control-regex
  ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e007f}]/u.test(line));
  ok(line.includes('a\\u202eb\\u200bc\\u009b31m'), line);
  ok(line.endsWith('}\n'));
  strictEqual(JSON.parse(line).typed, typed);
});
