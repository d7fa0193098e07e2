/**
 * Recipes of Mealie: the export with a folder for each recipe, in which `<slug>.json` has the names of schema.org, and
 * the older form with the same names in snake case. mealie-backup.ts reads the database.
 */
import type { PhotoContent } from '#domain/photo/photo.ts';
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  ingredientLine,
  isFields,
  linesOf,
  listOf,
  minutesOf,
  namesOf,
  numberOf,
  stepGroupsOf,
  nutritionOf,
  pick,
  textOf,
  withoutEmpty,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

/** JSON-LD has the same names, and types. */
export function isMealie(value: unknown): value is Fields {
  if (!isFields(value) || pick(value, '@type', '@context') !== undefined) return false;
  const hasLists =
    Array.isArray(pick(value, 'recipeIngredient', 'recipe_ingredient')) ||
    Array.isArray(pick(value, 'recipeInstructions', 'recipe_instructions'));
  return hasLists && textOf(value['name']) !== undefined;
}

export async function* readMealie(fields: Fields, source: Source): AsyncGenerator<ArchiveItem> {
  const slug = textOf(fields['slug']) ?? '';
  const images = [
    `images/original.webp`,
    `images/min-original.webp`,
    'images/original.jpg',
    'images/original.png',
  ];
  const picture = await source.picture(...images, ...images.map((name) => `${slug}/${name}`));
  const id = textOf(pick(fields, 'id', 'slug'));
  yield {
    kind: 'recipe',
    format: 'mealie',
    ...(id && { id: `mealie:${id.replaceAll('-', '')}` }),
    recipe: recipeOf(fields, picture),
  };
  leaveOutExtras(fields, source);
}

export function recipeOf(fields: Fields, picture?: PhotoContent) {
  const settings = isFields(fields['settings']) ? fields['settings'] : {};
  const hidesAmounts = pick(settings, 'disableAmount', 'disable_amount') === true;
  const nutrition = fields['nutrition'];
  return withoutUndefined({
    title: textOf(fields['name']) ?? '',
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: yieldOf(fields),
    prepMinutes: minutesOf(pick(fields, 'prepTime', 'prep_time')),
    cookMinutes: minutesOf(pick(fields, 'performTime', 'perform_time', 'cookTime', 'cook_time')),
    totalMinutes: minutesOf(pick(fields, 'totalTime', 'total_time')),
    ingredientGroups: ingredientGroups(
      listOf(pick(fields, 'recipeIngredient', 'recipe_ingredient')),
      hidesAmounts,
    ),
    stepGroups: stepGroups(listOf(pick(fields, 'recipeInstructions', 'recipe_instructions'))),
    notes: [
      ...fieldsOf(fields['notes']).flatMap(noteLines),
      ...fieldsOf(fields['comments']).flatMap(({ text }) => linesOf(text)),
    ],
    source: textOf(pick(fields, 'orgURL', 'org_url', 'orgUrl')),
    tags: namesOf(fields['tags']),
    categories: namesOf(pick(fields, 'recipeCategory', 'recipe_category', 'categories')),
    cuisines: namesOf(pick(fields, 'recipeCuisine', 'recipe_cuisine')),
    nutrition: isFields(nutrition) ? nutritionFacts(nutrition) : undefined,
    picture,
  });
}

const NUTRITION_NAMES =
  `calories carbohydrateContent cholesterolContent fatContent fiberContent proteinContent
  saturatedFatContent sodiumContent sugarContent transFatContent unsaturatedFatContent`.split(/\s+/);
const NUTRITION = Object.fromEntries(NUTRITION_NAMES.map((name) => [name, name]));
const SNAKE_NUTRITION = Object.fromEntries(
  NUTRITION_NAMES.map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);

function nutritionFacts(fields: Fields): Record<string, string> | undefined {
  const facts = { ...nutritionOf(fields, NUTRITION), ...nutritionOf(fields, SNAKE_NUTRITION) };
  return Object.keys(facts).length === 0 ? undefined : facts;
}

function yieldOf(fields: Fields): string | undefined {
  const text = textOf(pick(fields, 'recipeYield', 'recipe_yield'));
  const quantity = numberOf(pick(fields, 'recipeYieldQuantity', 'recipe_yield_quantity')) ?? 0;
  if (quantity > 0) return `${quantity} ${text ?? 'servings'}`;
  const servings = numberOf(pick(fields, 'recipeServings', 'recipe_servings')) ?? 0;
  if (text !== undefined && /\d/.test(text)) return text;
  return servings > 0 ? `${servings} ${text ?? 'servings'}` : text;
}

/** The title of an ingredient is the heading above it. */
function ingredientGroups(values: readonly unknown[], hidesAmounts: boolean): IngredientGroup[] {
  const groups: { heading?: string; items: string[] }[] = [{ items: [] }];
  for (const value of values) {
    const heading = isFields(value) ? textOf(value['title']) : undefined;
    if (heading !== undefined) groups.push({ heading, items: [] });
    const line = isFields(value) ? lineOf(value, hidesAmounts) : (textOf(value) ?? '');
    if (line !== '') groups.at(-1)?.items.push(line);
  }
  return withoutEmpty(groups).map(({ items, ...group }) => ({ ...group, lines: items }));
}

/** An ingredient without a food has its whole text as a note, beside a quantity of 1 that nobody has typed. */
export function lineOf(fields: Fields, hidesAmounts: boolean): string {
  const [unit, food] = [named(fields['unit']), named(fields['food'])];
  const isTyped = pick(fields, 'disableAmount', 'disable_amount') === true || hidesAmounts;
  if (food === undefined && (isTyped || unit === undefined))
    return textOf(pick(fields, 'note', 'originalText', 'original_text', 'display')) ?? '';
  return ingredientLine({
    amount: isTyped ? undefined : fields['quantity'],
    unit,
    food,
    note: fields['note'],
  });
}

function named(value: unknown): string | undefined {
  if (!isFields(value)) return textOf(value);
  const usesAbbreviation = pick(value, 'useAbbreviation', 'use_abbreviation') === true;
  return (usesAbbreviation ? textOf(value['abbreviation']) : undefined) ?? textOf(value['name']);
}

function stepGroups(values: readonly unknown[]): StepGroup[] {
  const groups: { heading?: string; items: string[] }[] = [{ items: [] }];
  for (const value of values) {
    const heading = isFields(value) ? textOf(value['title']) : undefined;
    if (heading !== undefined) groups.push({ heading, items: [] });
    // A paragraph is a step: a step of Weekfare has one line.
    for (const { heading: part, steps } of stepGroupsOf(isFields(value) ? value['text'] : value)) {
      if (part !== undefined) groups.push({ heading: part, items: [] });
      groups.at(-1)?.items.push(...steps);
    }
  }
  return withoutEmpty(groups).map(({ items, ...group }) => ({ ...group, steps: withoutNumbering(items) }));
}

function noteLines({ title, text }: Fields): string[] {
  const [heading, lines] = [textOf(title), linesOf(text)];
  return lines.length === 0 || heading === undefined ? lines : [`${heading}: ${lines.join(' ')}`];
}

/** What Weekfare has no place for. */
export function leaveOutExtras(fields: Fields, source: Source): void {
  if ((numberOf(fields['rating']) ?? 0) > 0) source.leaveOut('ratings');
  if (listOf(fields['tools']).length > 0) source.leaveOut('tools');
  if (listOf(fields['assets']).length > 0) source.leaveOut('attachments');
}
