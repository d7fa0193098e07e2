/** Chowdown: Markdown with ingredients and directions as lists in the front matter. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  ingredientGroupsOf,
  linesOf,
  minutesOf,
  namesOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { FrontMatter } from '#import/archive/front-matter.ts';
import type { Source } from '#import/archive/source.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isChowdown(front: FrontMatter): boolean {
  return 'title' in front && ('ingredients' in front || 'directions' in front || 'components' in front);
}

export async function* readChowdown(
  front: FrontMatter,
  body: string,
  source: Source,
): AsyncGenerator<ArchiveItem> {
  const image = textOf(front['image']);
  const recipe = withoutUndefined({
    title: textOf(front['title']) ?? '',
    description: linesOf(body).join(' ') || undefined,
    yield: textOf(front['yield'] ?? front['servings']),
    prepMinutes: minutesOf(front['prep_time']),
    cookMinutes: minutesOf(front['cook_time']),
    totalMinutes: minutesOf(front['total_time']),
    ingredientGroups: ingredientGroupsOf(asText(front['ingredients'])),
    stepGroups: stepGroupsOf(asText(front['directions'])),
    notes: [],
    author: textOf(front['author']),
    source: textOf(front['source'] ?? front['link']),
    tags: namesOf(front['tags'] ?? ''),
    categories: namesOf(front['category'] ?? ''),
    cuisines: namesOf(front['cuisine'] ?? ''),
    picture:
      image === undefined ? undefined : await source.picture(`../images/${image}`, `images/${image}`, image),
  });
  yield { kind: 'recipe', format: 'chowdown', recipe };
  for (const _ of namesOf(front['components'] ?? '')) source.leaveOut('links');
}

/** Items are single lines. */
function asText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join('\n');
}
