/** Ingredient lines as a family understands them, with what its members have said about lines and brands. */
import { getFoods } from '#cookbook/foods.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import {
  answerableWords,
  applyAnswers,
  foodsNamedIn,
  isUnclear,
} from '#domain/ingredient-line/line-answers.ts';
import { hasBrands } from '#domain/ingredient-line/line-foods.ts';
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
  return withAnswers(db, family, await parseIngredientLines(texts));
}

/** The same lines with the family's answers to them. */
export async function withAnswers(
  db: Db,
  family: string,
  lines: IngredientLine[],
): Promise<IngredientLine[]> {
  const words = await wordsByLine(lines);
  // Many recipes have no such line, and need no query.
  if (words.size === 0) return lines;
  const answers = await findLineAnswers(db, family, [...new Set(words.values())]);
  const answered = new Map<IngredientLine, IngredientLine>();
  const open = words.entries().filter(([, key]) => answers.has(key));
  for await (const batch of inBatches([...open], LINES_PER_TURN)) {
    for (const [line] of batch) answered.set(line, applyAnswers(line, answers, getFoods()));
  }
  return answered.size === 0 ? lines : lines.map((line) => answered.get(line) ?? line);
}

/** Of the lines that can be answered. Finds the foods in unclear ones too, in batches between which others are served. */
async function wordsByLine(lines: readonly IngredientLine[]): Promise<ReadonlyMap<IngredientLine, string>> {
  const words = new Map<IngredientLine, string>();
  const foods = getFoods();
  const open = lines.filter((line) => isUnclear(line) || hasBrands(line, foods));
  for await (const batch of inBatches(open, LINES_PER_TURN)) {
    for (const line of batch) {
      const key = answerableWords(line, foods);
      if (key !== undefined) words.set(line, key);
      if (isUnclear(line)) foodsNamedIn(line, foods);
    }
  }
  return words;
}
