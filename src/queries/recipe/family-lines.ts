/** Ingredient lines as a family understands them: what the parser does not know, its members may have answered. */
import { getFoods } from '#cookbook/foods.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { foodsNamedIn, isUnclear, applyAnswers, unclearWords } from '#domain/ingredient-line/line-answers.ts';
import { findLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import { inBatches } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { parseIngredientLines } from './ingredient-lines.ts';

/** A line with a question takes as long as parsing a line or two. */
const LINES_PER_TURN = 16;

export async function parseFamilyLines(
  db: Db,
  family: string,
  texts: readonly string[],
): Promise<IngredientLine[]> {
  const lines = await parseIngredientLines(texts);
  const words = await wordsOf(lines.filter(isUnclear));
  // Most recipes have no such line, and need no query.
  if (words.size === 0) return lines;
  const answers = await findLineAnswers(db, family, [...words]);
  if (answers.size === 0) return lines;
  const answered: IngredientLine[] = [];
  for await (const batch of inBatches(lines, LINES_PER_TURN)) {
    answered.push(...batch.map((line) => applyAnswers(line, answers, getFoods())));
  }
  return answered;
}

/** Finds the words of each unclear line and the foods named in it, in batches between which other requests are served. */
async function wordsOf(unanswered: readonly IngredientLine[]): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for await (const batch of inBatches(unanswered, LINES_PER_TURN)) {
    for (const line of batch) {
      const key = unclearWords(line);
      if (key !== undefined) words.add(key);
      foodsNamedIn(line, getFoods());
    }
  }
  return words;
}
