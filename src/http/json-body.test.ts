import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isAmbiguous } from './json-body.ts';

const cases = [
  { json: '{"a":1,"a":2}', isSo: true, why: 'a name twice' },
  { json: '{"a":1,"\\u0061":2}', isSo: true, why: 'the same name in other letters' },
  { json: '{"a" :1, "a"\n:2}', isSo: true, why: 'with space before the colon' },
  { json: '[{"b":{"a":1,"c":[{}],"a":2}}]', isSo: true, why: 'far inside, around another object' },
  { json: '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', isSo: false, why: 'each in an object of its own' },
  { json: '{"a":"a","b":["a","a"]}', isSo: false, why: 'texts are no names' },
  { json: '{"a":"\\"a\\":1,{","b":"}"}', isSo: false, why: 'what stands in a text is text' },
  { json: '{"a\\\\":1,"a":2}', isSo: false, why: 'a backslash is a letter too' },
  { json: '{"":1,"é":2,"e\u0301":3,"🍲":4}', isSo: false, why: 'names are compared by their letters' },
  { json: '7', isSo: false, why: 'no object at all' },
];

for (const { json, isSo, why } of cases) {
  test(`${json} is ${isSo ? '' : 'not '}ambiguous: ${why}`, () => {
    strictEqual(isAmbiguous(Buffer.from(json), json), isSo);
  });
}

test('bytes that are no UTF-8 are ambiguous, whatever a kind reader makes of them', () => {
  const bytes = Buffer.from('{"name":"caf\xe9"}', 'latin1');
  strictEqual(isAmbiguous(bytes, bytes.toString()), true);
});
