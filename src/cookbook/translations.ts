/**
 * The cookbook's recipes in other languages, from the files beside the recipes: `borscht.de.cook`. A language is loaded
 * when it is first needed: most processes, such as the planner's threads, need none.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { BASE_LANGUAGE, byLanguage, type Language } from '#languages/language.ts';
import type { Translation } from '#domain/recipe/book-recipe.ts';
import { parseTranslation } from '#domain/recipe/cooklang.ts';
import { UserError } from '#domain/user-error.ts';
import { getFoods } from './foods.ts';
import { lazy, type LoadSteps } from './lazy.ts';
import { getRecipes, type RecipeCatalogue, recipeFiles, RECIPES_FOLDER } from './recipes.ts';

/** By the id of the recipe. */
export type TranslatedRecipes = ReadonlyMap<string, Translation>;

export const lazyTranslations = byLanguage((language) =>
  lazy(() => translationsByFile(RECIPES_FOLDER, language, getRecipes(), getFoods())),
);

/** Undefined for English, for a family's own recipe, and for a recipe that is not translated. */
export function findTranslation(recipeId: string, language: Language): Translation | undefined {
  if (language === BASE_LANGUAGE) return undefined;
  const id = getRecipes().find(recipeId)?.id;
  return id === undefined ? undefined : lazyTranslations[language].get().get(id);
}

export function readTranslations(
  folder: string,
  language: Language,
  recipes: RecipeCatalogue,
  foods: FoodCatalogue,
): TranslatedRecipes {
  return lazy(() => translationsByFile(folder, language, recipes, foods)).get();
}

/** The titles of all recipes in a language, by the id of the recipe: much faster than reading whole recipes. */
export function readTitles(language: Language): ReadonlyMap<string, string> {
  const files = translationFiles(RECIPES_FOLDER, language, getRecipes());
  return new Map(
    Array.from(files, ({ recipe, text }) => [recipe.id, (/^title:(.*)$/m.exec(text)?.[1] ?? '').trim()]),
  );
}

function* translationsByFile(
  folder: string,
  language: Language,
  recipes: RecipeCatalogue,
  foods: FoodCatalogue,
): LoadSteps<TranslatedRecipes> {
  const translations = new Map<string, Translation>();
  for (const { recipe, text } of translationFiles(folder, language, recipes)) {
    translations.set(recipe.id, parseTranslation(recipe, language, text, foods));
    yield;
  }
  return translations;
}

function* translationFiles(folder: string, language: Language, recipes: RecipeCatalogue) {
  for (const file of recipeFiles(folder, language)) {
    const recipe = recipes.find(basename(file, `.${language}.cook`));
    if (!recipe) throw new UserError(`${basename(file)} translates a recipe that does not exist.`);
    yield { recipe, text: readFileSync(join(folder, file), 'utf8') };
  }
}
