/** Paprika: `.paprikarecipes` is a zip of gzipped JSON files, `.paprikarecipe` is one of these. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  ingredientGroupsOf,
  isFields,
  linesOf,
  minutesOf,
  namesOf,
  numberOf,
  pick,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isPaprika(value: unknown): value is Fields {
  return (
    isFields(value) &&
    typeof value['directions'] === 'string' &&
    typeof value['ingredients'] === 'string' &&
    'name' in value
  );
}

/** Photos inside the text: "[photo:1]". */
const PHOTO = /\[photo:[^[\]]*\]/g;

export function* readPaprika(fields: Fields, source: Source): Generator<ArchiveItem> {
  const [title, id] = [textOf(fields['name']) ?? '', textOf(fields['uid'])];
  const nutrition = linesOf(fields['nutritional_info']).join('; ');
  const photos = fieldsOf(fields['photos']).map(({ data }) => data);
  const picture = source.encodedPicture(title, [fields['photo_data'], fields['photo_large'], ...photos]);
  const address = textOf(fields['image_url']);
  const recipe = withoutUndefined({
    title,
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: textOf(fields['servings']),
    prepMinutes: minutesOf(fields['prep_time']),
    cookMinutes: minutesOf(fields['cook_time']),
    totalMinutes: minutesOf(fields['total_time']),
    ingredientGroups: ingredientGroupsOf(fields['ingredients']),
    stepGroups: stepGroupsOf(String(fields['directions']).replaceAll(PHOTO, '')),
    notes: linesOf(fields['notes']),
    source: textOf(pick(fields, 'source_url', 'source')),
    tags: [],
    categories: namesOf(fields['categories']),
    cuisines: [],
    nutrition: nutrition === '' ? undefined : { description: nutrition },
    picture: picture ?? (address === undefined ? undefined : { address }),
  });
  yield { kind: 'recipe', format: 'paprika', ...(id && { id: `paprika:${id}` }), recipe };
  if ((numberOf(fields['rating']) ?? 0) > 0) source.leaveOut('ratings');
  if (textOf(fields['difficulty']) !== undefined) source.leaveOut('difficulty');
}
