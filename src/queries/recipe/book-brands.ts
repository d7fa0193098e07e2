/**
 * The cookbook for a family that has said which of its brands are free from an allergen. Most families have said
 * nothing, and share one cookbook; of the others, only the recipes with these words differ.
 */
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type LoadSteps } from '#cookbook/lazy.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { applyAnswers, brandedWords, type LineAnswers } from '#domain/ingredient-line/line-answers.ts';
import { allLinesOf, type BookRecipe, withLines } from '#domain/recipe/book-recipe.ts';
import { factsOf, type RecipeFacts } from '#domain/recipe-view/recipe-card.ts';
import { readBrandAnswers } from '#storage/tables/recipe/line-answers.ts';
import { nextTurn } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

/** The recipes with a line that can be answered, by its words. */
export const lazyBrandedRecipes = lazy(function* (): LoadSteps<ReadonlyMap<string, Set<BookRecipe>>> {
  const byWords = new Map<string, Set<BookRecipe>>();
  for (const recipe of getRecipes().recipes) {
    yield;
    for (const line of allLinesOf(recipe)) {
      const words = brandedWords(line, getFoods());
      if (words !== undefined) byWords.getOrInsertComputed(words, () => new Set()).add(recipe);
    }
  }
  return byWords;
});

/** The recipes of the cookbook that differ with these answers. */
export function answeredBookRecipes(answers: LineAnswers): BookRecipe[] {
  const words = [...answers].flatMap(([key, { brands }]) => (brands ? [key] : []));
  if (words.length === 0) return [];
  const byWords = lazyBrandedRecipes.get();
  const recipes = new Set(words.flatMap((key) => [...(byWords.get(key) ?? [])]));
  return [...recipes].map((recipe) =>
    withLines(
      recipe,
      new Map(allLinesOf(recipe).map((line) => [line, applyAnswers(line, answers, getFoods())])),
    ),
  );
}

/** What the cards of these recipes say for the family, by recipe id. */
export async function readBookFacts(db: Db, family: string): Promise<ReadonlyMap<string, RecipeFacts>> {
  const facts = new Map<string, RecipeFacts>();
  const answers = await readBrandAnswers(db, family);
  for (const [at, recipe] of answeredBookRecipes(answers).entries()) {
    if (at % RECIPES_PER_TURN === 0) await nextTurn();
    facts.set(recipe.id, factsOf(recipe, getFoods()));
  }
  return facts;
}

const RECIPES_PER_TURN = 50;
