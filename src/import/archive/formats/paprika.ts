/** Paprika: `.paprikarecipes` is a zip of gzipped JSON files, `.paprikarecipe` is one of these. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  ingredientGroupsOf,
  isFields,
  isTrue,
  linesOf,
  listOf,
  minutesOf,
  namesOf,
  numberOf,
  pick,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

/** A text that is not given is null in some exports. */
export function isPaprika(value: unknown): value is Fields {
  return isFields(value) && 'name' in value && isText(value['directions']) && isText(value['ingredients']);
}

function isText(value: unknown): boolean {
  return (
    typeof value === 'string' || value === null || listOf(value).some((line) => typeof line === 'string')
  );
}

/** Photos and names of other recipes inside a text: "[photo:1]", "[recipe:Pizza dough]". */
const PHOTO = /\[photo:[^[\]]*\]/g;
const LINK = /\[recipe:([^[\]]*)\]/g;

function withoutReferences(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(PHOTO, '').replaceAll(LINK, '$1');
  return Array.isArray(value) ? value.map(withoutReferences) : value;
}

function hasLink(value: unknown): boolean {
  return typeof value === 'string' ? value.search(LINK) >= 0 : listOf(value).some(hasLink);
}

/** Keeps the photo of the dish, in whichever size is usable, or else the first of the others, such as those of steps. */
function pictureOf(fields: Fields, title: string, source: Source) {
  const photos = fieldsOf(fields['photos']);
  const large = textOf(fields['photo_large']);
  const isOfDish = ({ filename }: Fields) => large !== undefined && filename === large;
  const sizes = [fields['photo_data'], ...photos.filter(isOfDish).map(({ data }) => data)];
  const others = photos.filter((photo) => !isOfDish(photo)).map(({ data }) => data);
  return source.encodedPicture(title, [...sizes, ...others], sizes.length);
}

export function* readPaprika(given: Fields, source: Source): Generator<ArchiveItem> {
  const [title, id] = [textOf(given['name']) ?? '', textOf(given['uid'])];
  if (isTrue(given['in_trash'])) {
    source.leaveOut('trashed', title);
    return;
  }
  const texts = ['ingredients', 'directions', 'notes', 'description'];
  const fields = {
    ...given,
    ...Object.fromEntries(texts.map((name) => [name, withoutReferences(given[name])])),
  };
  const nutrition = linesOf(fields['nutritional_info']).join('; ');
  const picture = pictureOf(fields, title, source);
  const address = textOf(fields['image_url']);
  const recipe = withoutUndefined({
    title,
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: textOf(fields['servings']),
    prepMinutes: minutesOf(fields['prep_time']),
    cookMinutes: minutesOf(fields['cook_time']),
    totalMinutes: minutesOf(fields['total_time']),
    ingredientGroups: ingredientGroupsOf(fields['ingredients']),
    stepGroups: stepGroupsOf(fields['directions']),
    notes: linesOf(fields['notes']),
    author: textOf(fields['source_url']) === undefined ? undefined : textOf(fields['source']),
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
  if (isTrue(fields['on_favorites'])) source.leaveOut('favourites');
  if (texts.some((name) => hasLink(given[name]))) source.leaveOut('links');
}
