import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { applyNoteChange, NO_NOTE, type NoteChange, type RecipeNote } from './recipe-note.ts';

const CHILLI: RecipeNote = { note: 'less chilli for Mia', tags: ['quick', 'Sunday'] };

const cases: [what: string, NoteChange, note: string, tags: string[]][] = [
  [
    'a note over the one that was seen',
    { recipeId: 'r', note: { before: CHILLI.note, after: 'no chilli' } },
    'no chilli',
    ['quick', 'Sunday'],
  ],
  [
    'a note over one that was not seen: both stay',
    { recipeId: 'r', note: { before: '', after: 'more garlic' } },
    'less chilli for Mia\nmore garlic',
    ['quick', 'Sunday'],
  ],
  [
    'a note that was cleared over one that was not seen: the other stays',
    { recipeId: 'r', note: { before: 'old', after: '' } },
    CHILLI.note,
    ['quick', 'Sunday'],
  ],
  [
    'tags in another case',
    { recipeId: 'r', addTags: ['QUICK', 'soup'], removeTags: ['sunday'] },
    CHILLI.note,
    ['quick', 'soup'],
  ],
];
for (const [what, change, note, tags] of cases) {
  test(`${what}; again changes nothing`, () => {
    const once = applyNoteChange(CHILLI, change);
    deepStrictEqual(once, { note, tags });
    deepStrictEqual(applyNoteChange(once, change), once);
  });
}

test('a merged note never exceeds the limit', () => {
  const long = 'x'.repeat(1_500);
  const after = 'y'.repeat(1_500);
  strictEqual(
    applyNoteChange({ note: long, tags: [] }, { recipeId: 'r', note: { before: '', after } }).note,
    after,
  );
  strictEqual(
    applyNoteChange(NO_NOTE, { recipeId: 'r', addTags: Array.from({ length: 30 }, (_, at) => `t${at}`) }).tags
      .length,
    20,
  );
});
