/** The field accepts exactly the texts that the server accepts. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { assert, property, string } from 'fast-check';
import { mealSchema } from '#domain/plan/plan-schema.ts';
import { brief, charactersLeft, fitText, MAX_CHARACTERS } from './meal-text.ts';

test('500 characters stay, also those that a browser counts twice, and the next is cut off', () => {
  for (const letter of ['x', '🍝', 'ß']) {
    strictEqual(fitText(letter.repeat(500)), letter.repeat(500));
    strictEqual(fitText(letter.repeat(501)), letter.repeat(500));
  }
});

test('whatever is typed, the server takes it once it has been fitted, unless it is blank', () => {
  const anything = string({ unit: 'binary', maxLength: 600 });
  assert(
    property(anything, (typed) => {
      const description = fitText(typed);
      strictEqual(mealSchema.safeParse({ description }).success, description.trim() !== '');
      strictEqual(fitText(description), description);
    }),
  );
});

test('lines stay lines, halves of characters and unseen controls do not get in', () => {
  strictEqual(fitText('soup\r\nbread\rsalt\ttea'), 'soup\nbread\nsalt\ttea');
  strictEqual(fitText('a\u0000b\u001bc\ud83cd'), 'abc\ufffdd');
});

test('how many are left is said only near the end', () => {
  strictEqual(charactersLeft('x'.repeat(400)), undefined);
  strictEqual(charactersLeft('🍝'.repeat(490)), 10);
  strictEqual(charactersLeft('x'.repeat(MAX_CHARACTERS)), 0);
});

test('a long text is short in a sentence', () => {
  strictEqual(brief('Lasagne\nwith salad'), 'Lasagne with salad');
  strictEqual(Array.from(brief('🍝'.repeat(99))).length, 40);
});
