import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { typedName, withName } from './typed-name.ts';

const NAMES = ['onions', 'red onions', 'flour', 'Mehl'];
const search = (text: string) =>
  NAMES.filter((name) => ` ${name.toLowerCase()}`.includes(` ${text.toLowerCase()}`));

for (const [text, found] of [
  ['oni', ['onions', 'red onions']],
  ['2 oni', ['onions', 'red onions']],
  ['500 g flo', ['flour']],
  ['500 g flour, 2 red on', ['red onions']],
  ['1,5 kg me', ['Mehl']],
  ['500 g flour, ', []],
  ['2', []],
  ['', []],
] as const) {
  test(`"${text}" suggests ${found.join(' and ') || 'nothing'}`, () => {
    deepStrictEqual(typedName(text, search), found);
  });
}

for (const [text, name, result] of [
  ['oni', 'onions', 'onions'],
  ['500 g flo', 'flour', '500 g flour'],
  ['500 g flour, 2 red on', 'red onions', '500 g flour, 2 red onions'],
  ['1,5 kg me', 'Mehl', '1,5 kg Mehl'],
  // Found by another name.
  ['2 aub', 'eggplants', '2 eggplants'],
] as const) {
  test(`"${text}" with ${name} becomes "${result}"`, () => strictEqual(withName(text, name), result));
}
