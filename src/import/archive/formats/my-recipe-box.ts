/** My Recipe Box: CSV with a row for each recipe. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  ingredientGroupsOf,
  linesOf,
  minutesOf,
  namesOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isMyRecipeBox(header: readonly string[]): boolean {
  return ['title', 'ingredients', 'instructions', 'preparationTime'].every((name) => header.includes(name));
}

export function* readMyRecipeBox(
  row: Readonly<Record<string, string>>,
  source: Source,
): Generator<ArchiveItem> {
  const [origin, video, address] = [
    textOf(row['source']),
    textOf(row['video']),
    textOf(row['originalPicture']),
  ];
  const recipe = withoutUndefined({
    title: textOf(row['title']) ?? '',
    description: linesOf(row['description']).join(' ') || undefined,
    yield: textOf(row['quantity']),
    prepMinutes: minutesOf(row['preparationTime']),
    cookMinutes: minutesOf(row['cookingTime']),
    totalMinutes: minutesOf(row['totalTime']),
    ingredientGroups: ingredientGroupsOf(row['ingredients']),
    stepGroups: stepGroupsOf(row['instructions']),
    notes: [...linesOf(row['notes']), ...(origin !== undefined && video !== undefined ? [video] : [])],
    source: origin ?? video,
    tags: namesOf(row['tags'] ?? '', ';'),
    categories: namesOf(row['categories'] ?? '', ';'),
    cuisines: namesOf(row['cuisine'] ?? '', ';'),
    nutrition: nutritionOf(row['nutrition'] ?? ''),
    picture: address?.startsWith('http') ? { address } : undefined,
  });
  yield { kind: 'recipe', format: 'my-recipe-box', recipe };
  if (address !== undefined && recipe.picture === undefined) source.leaveOut('pictures-not-in-file');
}

const NUTRITION = new Map(
  Object.entries({
    calories: 'calories',
    carbohydrate: 'carbohydrateContent',
    carbohydrates: 'carbohydrateContent',
    cholesterol: 'cholesterolContent',
    fat: 'fatContent',
    fiber: 'fiberContent',
    protein: 'proteinContent',
    saturatedfat: 'saturatedFatContent',
    sodium: 'sodiumContent',
    sugar: 'sugarContent',
    transfat: 'transFatContent',
    unsaturatedfat: 'unsaturatedFatContent',
  }),
);

/** Lines of a name and a value: "protein: 12 g". Others are kept as they are. */
function nutritionOf(text: string): Record<string, string> | undefined {
  const facts = new Map<string, string>();
  const others: string[] = [];
  for (const line of linesOf(text)) {
    const [name = '', ...rest] = line.split(':');
    const [known, value] = [NUTRITION.get(name.replaceAll(' ', '').toLowerCase()), rest.join(':').trim()];
    if (known !== undefined && value !== '') facts.set(known, value);
    else others.push(line);
  }
  if (others.length > 0) facts.set('description', others.join('; '));
  return facts.size === 0 ? undefined : Object.fromEntries(facts);
}
