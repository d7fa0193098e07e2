/** Changes of what members say about ingredient lines that the parser does not understand. */
import { getFoods } from '#cookbook/foods.ts';
import { MAX_LINE_ANSWERS } from '#domain/family/quota.ts';
import { wordsOfLine, unclearWords } from '#domain/ingredient-line/line-answers.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { refreshIndexes } from '#actions/recipe/recipe-indexes.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import {
  countOtherLineAnswers,
  deleteLineAnswer,
  saveLineAnswer,
} from '#storage/tables/recipe/line-answers.ts';
import { markIndexesOutdated } from '#storage/tables/recipe/recipes.ts';
import { refuseNonMember } from '#actions/membership.ts';

/** As many recipes as a search page shows. The indexes of others are made when a search meets them. */
const REFRESHED_RECIPES = 30;

/** `foodId` is null for "nothing that anyone must avoid". */
export async function answerLine(
  context: ChangeContext,
  family: string,
  { line, foodId }: { line: string; foodId: string | null },
): Promise<Refusal | undefined> {
  const [parsed] = await parseIngredientLines([line]);
  const words = parsed && unclearWords(parsed);
  if (words === undefined) return refuse('nothing-to-answer');
  if (foodId !== null && !getFoods().find(foodId)) return refuse('not-found');
  const lineKey = lineKeyOf(words);
  const outcome = await auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonMember(tx, family, context.actor);
    if (refusal) return refusal;
    if ((await countOtherLineAnswers(tx, family, words)) >= MAX_LINE_ANSWERS) return refuse('too-many');
    const version = await record('line.answer', {
      line: lineKey,
      answer: foodId === null ? 'harmless' : 'food',
    });
    await saveLineAnswer(tx, family, { words, foodId, version, createdBy: context.actor }, context.nowMs);
    return markIndexesOutdated(tx, family, lineKey);
  });
  return finish(context, family, outcome);
}

/** Any member may take back any answer of the family. */
export async function takeBackAnswer(
  context: ChangeContext,
  family: string,
  line: string,
): Promise<Refusal | undefined> {
  const words = wordsOfLine(line);
  if (words === undefined) return refuse('not-found');
  const lineKey = lineKeyOf(words);
  const outcome = await auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonMember(tx, family, context.actor);
    if (refusal) return refusal;
    if (!(await deleteLineAnswer(tx, family, words))) return refuse('not-found');
    await record('line.take-back', { line: lineKey });
    return markIndexesOutdated(tx, family, lineKey);
  });
  return finish(context, family, outcome);
}

/** Makes the outdated indexes again, so that a search finds the recipes by their new foods. */
async function finish(
  { store }: ChangeContext,
  family: string,
  outcome: Refusal | string[],
): Promise<Refusal | undefined> {
  if (!Array.isArray(outcome)) return outcome;
  await refreshIndexes(store, family, outcome.slice(0, REFRESHED_RECIPES));
  return undefined;
}
