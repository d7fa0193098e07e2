/** Ingredient lines as a family understands them: what the parser does not know, its members may have settled. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { getFoods } from '#cookbook/foods.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { settleLine, wordsToSettle } from '#domain/ingredient-line/line-answers.ts';
import { findLineAnswers } from '#storage/tables/line-answers.ts';
import type { Db } from '#storage/schema.ts';
import { parseIngredientLines } from './ingredient-lines.ts';

/** An answer takes as long as parsing a line. */
const ANSWERS_PER_TURN = 16;

export async function parseFamilyLines(
  db: Db,
  family: string,
  texts: readonly string[],
): Promise<IngredientLine[]> {
  const lines = await parseIngredientLines(texts);
  const words = new Set(lines.flatMap((line) => wordsToSettle(line) ?? []));
  // Most recipes have no such line, and need no query.
  if (words.size === 0) return lines;
  const answers = await findLineAnswers(db, family, [...words]);
  const settled: IngredientLine[] = [];
  let applied = 0;
  for (const line of lines) {
    const answered = settleLine(line, answers, getFoods());
    settled.push(answered);
    if (answered !== line) applied += 1;
    if (answered !== line && applied % ANSWERS_PER_TURN === 0) await yieldToEventLoop();
  }
  return settled;
}
