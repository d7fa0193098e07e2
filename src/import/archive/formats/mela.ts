/** Mela: `.melarecipe` is JSON, `.melarecipes` a zip of these. https://mela.recipes/fileformat */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  ingredientGroupsOf,
  isFields,
  linesOf,
  listOf,
  minutesOf,
  namesOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isMela(value: unknown): value is Fields {
  return (
    isFields(value) &&
    typeof value['title'] === 'string' &&
    typeof value['ingredients'] === 'string' &&
    typeof value['instructions'] === 'string'
  );
}

export function* readMela(fields: Fields, source: Source): Generator<ArchiveItem> {
  const [title, id] = [textOf(fields['title']) ?? '', textOf(fields['id'])];
  const nutrition = linesOf(fields['nutrition']).join('; ');
  const recipe = withoutUndefined({
    title,
    description: linesOf(fields['text']).join(' ') || undefined,
    yield: textOf(fields['yield']),
    prepMinutes: minutesOf(fields['prepTime']),
    cookMinutes: minutesOf(fields['cookTime']),
    totalMinutes: minutesOf(fields['totalTime']),
    ingredientGroups: ingredientGroupsOf(fields['ingredients']),
    stepGroups: stepGroupsOf(fields['instructions']),
    notes: linesOf(fields['notes']),
    source: textOf(fields['link']),
    tags: [],
    categories: namesOf(fields['categories']),
    cuisines: [],
    nutrition: nutrition === '' ? undefined : { description: nutrition },
    picture: source.encodedPicture(title, listOf(fields['images'])),
  });
  yield { kind: 'recipe', format: 'mela', ...(id && { id: `mela:${id}` }), recipe };
  if (fields['favorite'] === true || fields['wantToCook'] === true) source.leaveOut('favourites');
}
