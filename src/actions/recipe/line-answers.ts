/** Changes of what members say about ingredient lines: what they mean, or that the family's brands are free from an allergen. */
import { getFoods } from '#cookbook/foods.ts';
import { MAX_LINE_ANSWERS } from '#domain/family/quota.ts';
import type { Allergen } from '#domain/food/food.ts';
import type { FreeBrands, IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { brandedWords, unclearWords, wordsOfLine } from '#domain/ingredient-line/line-answers.ts';
import { foodsOfLine, freeBrandsOf, possibleAllergens } from '#domain/ingredient-line/line-foods.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
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

/** `foodId` is null for "nothing that anyone must avoid". `freeFrom`: what the family's brands are free from. */
export type GivenAnswer = { line: string } & ({ foodId: string | null } | { freeFrom: readonly Allergen[] });

type Answer = { words: string; foodId: string | null; brands?: FreeBrands | undefined };

export async function answerLine(
  context: ChangeContext,
  family: string,
  given: GivenAnswer,
): Promise<Refusal | undefined> {
  const [line] = await parseIngredientLines([given.line]);
  const answer = line ? answerTo(line, given) : refuse('nothing-to-answer');
  if (isRefusal(answer)) return answer;
  const { words } = answer;
  const lineKey = lineKeyOf(words);
  const outcome = await auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonMember(tx, family, context.actor);
    if (refusal) return refusal;
    if ((await countOtherLineAnswers(tx, family, words)) >= MAX_LINE_ANSWERS) return refuse('too-many');
    const version = await record('line.answer', { line: lineKey, answer: kindOfAnswer(answer) });
    await saveLineAnswer(tx, family, { ...answer, version, createdBy: context.actor }, context.nowMs);
    return markIndexesOutdated(tx, family, lineKey);
  });
  return finish(context, family, outcome);
}

function answerTo(line: IngredientLine, given: GivenAnswer): Answer | Refusal {
  const foods = getFoods();
  if ('freeFrom' in given) return freeBrandsAnswer(line, given.freeFrom);
  const words = unclearWords(line);
  if (words === undefined) return refuse('nothing-to-answer');
  const { foodId } = given;
  return foodId === null || foods.find(foodId) ? { words, foodId } : refuse('not-found');
}

/** Only about what a brand can be free from: nobody can say that milk has no milk. */
function freeBrandsAnswer(line: IngredientLine, freeFrom: readonly Allergen[]): Answer | Refusal {
  const foods = getFoods();
  const isContained = foodsOfLine(line, foods).some(({ allergens }) =>
    freeFrom.some((allergen) => allergens.has(allergen)),
  );
  if (isContained) return refuse('allergen-certain');
  const words = brandedWords(line, foods);
  const possible = possibleAllergens(line, foods);
  if (words === undefined || !freeFrom.every((allergen) => possible.includes(allergen)))
    return refuse('nothing-to-answer');
  return { words, foodId: null, brands: freeBrandsOf(line, freeFrom, foods) };
}

/** For the audit log, which does not say what the family typed. */
export function kindOfAnswer({ foodId, brands }: Pick<Answer, 'foodId' | 'brands'>): string {
  if (brands) return 'brands';
  return foodId === null ? 'harmless' : 'food';
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
