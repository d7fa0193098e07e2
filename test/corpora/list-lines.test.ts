/** Typed lines of the shopping list, in both languages, and the lines that they are. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { splitPurchases } from '#queries/shopping-list/purchases.ts';
import { possiblePartIds } from '#domain/shopping-list/operations.ts';

/** Lines of the untouched part that are split wrongly; lower it when the rule improves. */
const MAX_WRONG = { 'list-lines.txt': 0, 'list-lines-untouched.txt': 5 };

for (const [file, mostWrong] of Object.entries(MAX_WRONG)) {
  test(`${file}: splits what are several things, and no single one`, async (context) => {
    const rows = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
    const labelled = rows.filter((row) => row.includes(' -> ')).map((row) => row.split(' -> '));
    ok(labelled.length >= 40);
    const wrong: string[] = [];
    for (const [text = '', label] of labelled) {
      const lines = await splitPurchases(text);
      ok(lines.length <= possiblePartIds('id', text).length, 'an undo on a device names all of them');
      if (lines.join(' | ') !== label) wrong.push(`${text} -> ${lines.join(' | ')}`);
    }
    context.diagnostic(`${labelled.length - wrong.length} of ${labelled.length}`);
    deepStrictEqual(wrong.slice(mostWrong), [], wrong.join('\n'));
  });
}
