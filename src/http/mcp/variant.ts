/** The variant of a dish for the eaters who cannot have the dish itself, as the planner would give it to them. */
import type { Meal } from '#domain/plan/plan.ts';
import { servingsOf } from '#domain/preferences/servings.ts';
import { variantKey, warningsOfMeal } from '#domain/preferences/warnings.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import type { ToolContext } from './tool.ts';

/** The meal itself if it has no variant, or nobody needs it. */
export async function withVariant({ store, key }: ToolContext, meal: Meal): Promise<Meal> {
  const { warnings } = await readMealWarnings(store.db, key.family, [meal]);
  if (meal.recipeId === undefined || !Object.hasOwn(warnings, variantKey(meal.recipeId))) return meal;
  const idsOf = (one: Meal): string[] => warningsOfMeal(one, warnings).map(({ eaterId }) => eaterId);
  const warned = idsOf(meal);
  if (warned.length === 0) return meal;
  const stillWarned = idsOf({ ...meal, variant: { eaterIds: warned, servings: 1 } });
  const eaterIds = warned.filter((id) => !stillWarned.includes(id));
  const { eaters } = (await readPreferences(store.db, key.family)).preferences;
  const getIt = eaters.filter(({ id }) => eaterIds.includes(id));
  return getIt.length === 0 ? meal : { ...meal, variant: { eaterIds, servings: servingsOf(getIt) } };
}
