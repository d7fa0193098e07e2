/** Recipe Keeper: `recipes.html` with a block for each recipe, and a folder of pictures. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import { ingredientGroupsOf, minutesOf, numberOf, stepGroupsOf } from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import type { Document } from '#import/page/document.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';
import { byAttribute, byClass, Part } from './html-elements.ts';

export function isRecipeKeeper(html: string): boolean {
  return html.includes('recipe-details') && html.includes('recipeDirections');
}

export async function* readRecipeKeeper(document: Document, source: Source): AsyncGenerator<ArchiveItem> {
  for (const part of new Part(document, document.root).all(byClass('recipe-details'))) {
    const field = (name: string) => part.first(byAttribute('itemprop', name));
    const contents = (name: string) =>
      [...part.all(byAttribute('itemprop', name))].map(contentOf).filter((text) => text !== '');
    const [id] = contents('recipeId');
    const images = [...part.all(({ name }) => name === 'img')];
    const pictures = [...new Set(images.flatMap(({ element }) => element.attribute('src') ?? []))];
    const recipe = withoutUndefined({
      title: field('name')?.text ?? '',
      yield: contents('recipeYield')[0],
      prepMinutes: minutesOf(contents('prepTime')[0]),
      cookMinutes: minutesOf(contents('cookTime')[0]),
      ingredientGroups: ingredientGroupsOf(field('recipeIngredients')?.lines.join('\n')),
      stepGroups: stepGroupsOf(field('recipeDirections')?.lines.join('\n')),
      notes: field('recipeNotes')?.lines ?? [],
      source:
        field('recipeSource')
          ?.first(({ name }) => name === 'a')
          ?.element.attribute('href') ?? contents('recipeSource')[0],
      tags: contents('recipeCollection'),
      categories: [...new Set([...contents('recipeCourse'), ...contents('recipeCategory')])],
      cuisines: [],
      nutrition: nutritionOf(part),
      picture: await source.picture(...pictures),
    });
    yield { kind: 'recipe', format: 'recipe-keeper', ...(id && { id: `recipe-keeper:${id}` }), recipe };
    if (recipe.picture) source.leaveOutPictures(pictures.length - 1);
    if ((numberOf(contents('recipeRating')[0]) ?? 0) > 0) source.leaveOut('ratings');
  }
}

function contentOf(part: Part): string {
  return (part.element.attribute('content') ?? part.text).trim();
}

/** Their names are such as `recipeNutTotalFat`. */
const NUTRITION: readonly [own: string, name: string][] = [
  ['recipeNutCalories', 'calories'],
  ['recipeNutTotalFat', 'fatContent'],
  ['recipeNutSaturatedFat', 'saturatedFatContent'],
  ['recipeNutCholesterol', 'cholesterolContent'],
  ['recipeNutSodium', 'sodiumContent'],
  ['recipeNutTotalCarbohydrate', 'carbohydrateContent'],
  ['recipeNutDietaryFiber', 'fiberContent'],
  ['recipeNutSugars', 'sugarContent'],
  ['recipeNutProtein', 'proteinContent'],
  ['recipeNutServingSize', 'servingSize'],
];

function nutritionOf(part: Part): Record<string, string> | undefined {
  const given = NUTRITION.flatMap(([own, name]) => {
    const found = part.first(byAttribute('itemprop', own));
    const text = found ? contentOf(found) : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
