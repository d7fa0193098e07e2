import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { normalize } from './unicode.ts';

test('normalizes ordinary text like String.normalize', () => {
  for (const text of [
    '',
    'Crème brûlée',
    'Cre\u0300me bru\u0302le\u0301e',
    'ｶﾞﾗｽ',
    '각',
    'ﬃ',
    '½',
    '🍲',
    'a\u0327\u0301',
  ]) {
    strictEqual(normalize(text, 'NFC'), text.normalize('NFC'));
    strictEqual(normalize(text, 'NFKD'), text.normalize('NFKD'));
  }
});

test('limits a sequence of combining marks to 30', () => {
  strictEqual(normalize(`q${'\u0323'.repeat(30)}`, 'NFC').length, 31);
  strictEqual(normalize(`q${'\u0323'.repeat(31)}x`, 'NFC'), `q${'\u0323'.repeat(30)}x`);
});

test('also limits characters that decompose to combining marks', () => {
  for (let code = 0x80; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!character.isWellFormed() || !/^\p{M}+$/u.test(character.normalize('NFKD'))) continue;
    strictEqual(normalize(character.repeat(31), 'NFKD'), normalize(character.repeat(30), 'NFKD'));
  }
});
