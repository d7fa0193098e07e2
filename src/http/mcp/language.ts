/** The language of a family's dishes: a key has none, so it is the one in which the preferences were saved. */
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { findFamilyRecipe } from '#queries/recipe/family-recipes.ts';
import type { ToolContext } from './tool.ts';

export async function openLanguage({ store, key }: ToolContext): Promise<Language> {
  const { language = BASE_LANGUAGE } = (await findPreferences(store.db, key.family)) ?? {};
  await openTranslation(language);
  return language;
}

/** Undefined if there is no such recipe. */
export async function findTitle(context: ToolContext, recipeId: string): Promise<string | undefined> {
  const found = await findFamilyRecipe(context.store.db, context.key.family, recipeId);
  if (!found) return undefined;
  const language = await openLanguage(context);
  return findTranslation(found.recipe.id, language)?.title ?? found.recipe.title;
}
