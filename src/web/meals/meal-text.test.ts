/** The field accepts exactly the texts that the server accepts. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { assert, property, string } from 'fast-check';
import { mealSchema } from '#domain/plan/plan-schema.ts';
import { brief, charactersLeft, fitText, MAX_CHARACTERS } from './meal-text.ts';

test('accepts 500 characters, also those of two UTF-16 units, and cuts off the rest', () => {
  for (const letter of ['x', '🍝', 'ß']) {
    strictEqual(fitText(letter.repeat(500)), letter.repeat(500));
    strictEqual(fitText(letter.repeat(501)), letter.repeat(500));
  }
});

test('the server accepts every fitted text that is not blank', () => {
  const anything = string({ unit: 'binary', maxLength: 600 });
  assert(
    property(anything, (typed) => {
      const description = fitText(typed);
      strictEqual(mealSchema.safeParse({ description }).success, description.trim() !== '');
      strictEqual(fitText(description), description);
    }),
  );
});

test('preserves line breaks, replaces lone surrogates and removes control characters', () => {
  strictEqual(fitText('soup\r\nbread\rsalt\ttea'), 'soup\nbread\nsalt\ttea');
  strictEqual(fitText('a\u0000b\u001bc\ud83cd'), 'abc\ufffdd');
});

test('the number of characters left is shown only near the limit', () => {
  strictEqual(charactersLeft('x'.repeat(400)), undefined);
  strictEqual(charactersLeft('🍝'.repeat(490)), 10);
  strictEqual(charactersLeft('x'.repeat(MAX_CHARACTERS)), 0);
});

test('shortens a long text to one line of 40 characters', () => {
  strictEqual(brief('Lasagne\nwith salad'), 'Lasagne with salad');
  strictEqual(Array.from(brief('🍝'.repeat(99))).length, 40);
});
