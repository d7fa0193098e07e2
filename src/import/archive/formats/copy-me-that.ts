/** CopyMeThat: one HTML file with a block for each recipe, and a folder of pictures. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import { minutesOf } from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import type { Document } from '#import/page/document.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';
import { byAttribute, byClass, hasClass, Part } from './html-elements.ts';

export function isCopyMeThat(html: string): boolean {
  return (
    html.includes('copymethat') ||
    (html.includes('recipeIngredient') && html.includes('recipeInstructions') && html.includes('"recipe"'))
  );
}

export async function* readCopyMeThat(document: Document, source: Source): AsyncGenerator<ArchiveItem> {
  for (const part of new Part(document, document.root).all(byClass('recipe'))) {
    const field = (id: string) => part.first(byAttribute('id', id));
    const link = field('original_link')?.element.attribute('href') ?? field('original_link')?.text;
    const tags = [...part.all(byClass('recipeCategory'))]
      .map(({ text }) => text)
      .filter((tag) => tag !== '' && !tag.startsWith('Tags:'));
    const picture = part.first(byClass('recipeImage'))?.element.attribute('src');
    const recipe = withoutUndefined({
      title: field('name')?.text ?? '',
      description: field('description')?.text || undefined,
      yield: (field('recipeYield') ?? field('servings'))?.text.replace(/^Servings:\s*/, '') || undefined,
      prepMinutes: minutesOf(field('prepTime')?.text),
      cookMinutes: minutesOf(field('cookTime')?.text),
      totalMinutes: minutesOf(field('totalTime')?.text),
      ingredientGroups: groupsIn(field('recipeIngredients'), 'recipeIngredient'),
      stepGroups: groupsIn(field('recipeInstructions'), 'instruction').map(({ lines, ...group }) => ({
        ...group,
        steps: withoutNumbering(lines),
      })),
      notes: [...part.all(byClass('recipeNote'))].map(({ text }) => text).filter((note) => note !== ''),
      source: link || undefined,
      tags,
      categories: [],
      cuisines: [],
      picture: picture === undefined ? undefined : await source.picture(picture),
    });
    yield { kind: 'recipe', format: 'copy-me-that', recipe };
    if (field('ratingValue')) source.leaveOut('ratings');
  }
}

/** Items with a class, under headings with the same class and a suffix. */
function groupsIn(list: Part | undefined, itemClass: string): LineGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  const isOurs = (each: Parameters<typeof hasClass>[0]) =>
    hasClass(each, itemClass) || hasClass(each, `${itemClass}_subheader`);
  for (const part of list?.all(isOurs) ?? []) {
    const { text } = part;
    if (text === '') continue;
    if (hasClass(part.element, `${itemClass}_subheader`))
      groups.push({ heading: text.replace(/:$/, ''), lines: [] });
    else groups.at(-1)?.lines.push(text);
  }
  return withoutEmpty(groups);
}
