/** Plan to Eat: CSV with a row for each recipe. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  ingredientGroupsOf,
  linesOf,
  minutesOf,
  namesOf,
  nutritionOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isPlanToEat(header: readonly string[]): boolean {
  return ['Title', 'Ingredients', 'Directions'].every((name) => header.includes(name));
}

export function* readPlanToEat(
  row: Readonly<Record<string, string>>,
  source: Source,
): Generator<ArchiveItem> {
  const address = textOf(row['Photo Url']);
  const recipe = withoutUndefined({
    title: textOf(row['Title']) ?? '',
    description: linesOf(row['Description']).join(' ') || undefined,
    yield: servings(row['Servings']) ?? textOf(row['Yield']),
    prepMinutes: minutesOf(row['Prep Time']),
    cookMinutes: minutesOf(row['Cook Time']),
    totalMinutes: minutesOf(row['Total Time']),
    ingredientGroups: ingredientGroupsOf(withoutEmptyAmounts(row['Ingredients'] ?? '')),
    stepGroups: stepGroupsOf(row['Directions']),
    notes: linesOf(row['Notes']),
    source: textOf(row['Url']) ?? textOf(row['Source']),
    tags: [...new Set([...namesOf(row['Tags'] ?? ''), ...namesOf(row['Main Ingredient'] ?? '')])],
    categories: namesOf(row['Course'] ?? ''),
    cuisines: namesOf(row['Cuisine'] ?? ''),
    nutrition: nutritionOf(row, NUTRITION),
    picture: address === undefined ? undefined : { address },
  });
  yield { kind: 'recipe', format: 'plan-to-eat', recipe };
  if (Number(row['Rating']) > 0) source.leaveOut('ratings');
}

const NUTRITION = {
  calories: 'Calories',
  carbohydrateContent: 'Carbohydrate',
  cholesterolContent: 'Cholesterol',
  fatContent: 'Fat',
  fiberContent: 'Fiber',
  proteinContent: 'Protein',
  saturatedFatContent: 'Saturated Fat',
  sodiumContent: 'Sodium',
  sugarContent: 'Sugar',
};

function servings(text: string | undefined): string | undefined {
  const given = textOf(text);
  return given !== undefined && /^\d+$/.test(given) ? `${given} servings` : given;
}

/** An ingredient without amount and unit begins with their comma. */
function withoutEmptyAmounts(text: string): string {
  return text.replaceAll(/^[ ,]+/gm, '');
}
