/**
 * Recipes of Mealie: the export with a folder for each recipe, in which `<slug>.json` has the names of schema.org, and
 * the older form with the same names in snake case. mealie-backup.ts reads the database.
 */
import type { PhotoContent } from '#domain/photo/photo.ts';
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  isFields,
  isTrue,
  linesOf,
  listOf,
  minutesOf,
  namesOf,
  numberOf,
  stepGroupsOf,
  nutritionOf,
  pick,
  textOf,
} from '#import/archive/fields.ts';
import { amountText, ingredientLine, nameFor } from '#import/archive/ingredient-text.ts';
import type { Source } from '#import/archive/source.ts';
import type { ImportedReference, IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
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
  const picture = await source.picture(...images(slug));
  const id = textOf(pick(fields, 'id', 'slug'));
  yield {
    kind: 'recipe',
    format: 'mealie',
    ...(id && { id: mealieId(id) }),
    recipe: recipeOf(fields, picture),
  };
  leaveOutExtras(fields, source);
}

function mealieId(id: string): string {
  return `mealie:${id.replaceAll('-', '')}`;
}

/** An archive of a single recipe has the picture beside it. */
function images(slug: string): string[] {
  const names = ['original.webp', 'min-original.webp', 'original.jpg', 'original.png'];
  return ['images/', `${slug}/images/`, ''].flatMap((folder) => names.map((name) => `${folder}${name}`));
}

/** The ingredients that are recipes themselves. */
function referencesOf(values: readonly unknown[], hidesAmounts: boolean): ImportedReference[] {
  return values.filter(isFields).flatMap((value) => {
    const recipe = value['food'] ? undefined : pick(value, 'referencedRecipe', 'referenced_recipe');
    const title = isFields(recipe) ? textOf(recipe['name']) : undefined;
    if (!isFields(recipe) || title === undefined) return [];
    const id = textOf(pick(recipe, 'id', 'slug'));
    return [{ line: lineOf(value, hidesAmounts), ...(id && { id: mealieId(id) }), title }];
  });
}

export function recipeOf(fields: Fields, picture?: PhotoContent) {
  const settings = isFields(fields['settings']) ? fields['settings'] : {};
  const hidesAmounts = isTrue(pick(settings, 'disableAmount', 'disable_amount'));
  const nutrition = fields['nutrition'];
  const ingredients = listOf(pick(fields, 'recipeIngredient', 'recipe_ingredient'));
  const references = referencesOf(ingredients, hidesAmounts);
  return withoutUndefined({
    title: textOf(fields['name']) ?? '',
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: yieldOf(fields),
    prepMinutes: minutesOf(pick(fields, 'prepTime', 'prep_time')),
    cookMinutes: minutesOf(pick(fields, 'performTime', 'perform_time', 'cookTime', 'cook_time')),
    totalMinutes: minutesOf(pick(fields, 'totalTime', 'total_time')),
    ingredientGroups: ingredientGroups(ingredients, hidesAmounts),
    references: references.length > 0 ? references : undefined,
    stepGroups: stepGroups(stepsOf(pick(fields, 'recipeInstructions', 'recipe_instructions'))),
    notes: [
      ...listOf(fields['notes']).flatMap(noteLines),
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
  const servings = numberOf(pick(fields, 'recipeServings', 'recipe_servings')) ?? 0;
  if (quantity > 0 && text !== undefined && servings > 0) return `${servings} servings (${quantity} ${text})`;
  if (quantity > 0) return `${quantity} ${text ?? 'servings'}`;
  if (text !== undefined && /\d/.test(text)) return text;
  return servings > 0 ? `${servings} ${text ?? 'servings'}` : text;
}

/** The title of an ingredient is the heading above it. */
function ingredientGroups(values: readonly unknown[], hidesAmounts: boolean): IngredientGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const value of values) {
    const heading = isFields(value) ? textOf(value['title']) : undefined;
    if (heading !== undefined) groups.push({ heading, lines: [] });
    const line = isFields(value) ? lineOf(value, hidesAmounts) : (textOf(value) ?? '');
    if (line !== '') groups.at(-1)?.lines.push(line);
  }
  return withoutEmpty(groups);
}

export function lineOf(fields: Fields, hidesAmounts: boolean): string {
  const { quantity } = fields;
  const unit = unitOf(fields['unit'], quantity);
  const food = nameFor(pick(fields, 'food', 'referencedRecipe', 'referenced_recipe'), quantity);
  const isTyped = isTrue(pick(fields, 'disableAmount', 'disable_amount')) || hidesAmounts;
  if (food === undefined && (isTyped || unit === undefined)) return typedLine(fields, isTyped);
  return ingredientLine({ amount: isTyped ? undefined : quantity, unit, food, note: fields['note'] });
}

/** An ingredient without a food has its text as a note, often beside a quantity of 1 that nobody has typed. */
function typedLine(fields: Fields, isTyped: boolean): string {
  const text = textOf(pick(fields, 'note', 'originalText', 'original_text', 'display')) ?? '';
  const original = textOf(pick(fields, 'originalText', 'original_text')) ?? '';
  const isDefault = numberOf(fields['quantity']) === 1 && !original.startsWith('1');
  if (isTyped || isDefault || text === '' || /^\p{N}/u.test(text)) return text;
  return [amountText(fields['quantity']), text].filter((part) => part !== undefined).join(' ');
}

function unitOf(unit: unknown, quantity: unknown): string | undefined {
  if (!isFields(unit) || !isTrue(pick(unit, 'useAbbreviation', 'use_abbreviation')))
    return nameFor(unit, quantity);
  const isPlural = (numberOf(quantity) ?? 0) > 1;
  const plural = isPlural ? textOf(pick(unit, 'pluralAbbreviation', 'plural_abbreviation')) : undefined;
  return plural ?? textOf(unit['abbreviation']) ?? nameFor(unit, quantity);
}

/** Old exports have one text. */
function stepsOf(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value] : listOf(value);
}

function stepGroups(values: readonly unknown[]): StepGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const value of values) {
    const heading = isFields(value) ? textOf(value['title']) : undefined;
    if (heading !== undefined) groups.push({ heading, lines: [] });
    const summary = isFields(value) ? textOf(value['summary']) : undefined;
    // A paragraph is a step: a step of Weekfare has one line.
    const parts = stepGroupsOf(isFields(value) ? value['text'] : value);
    for (const [at, { heading: part, steps }] of parts.entries()) {
      if (part !== undefined) groups.push({ heading: part, lines: [] });
      const [first = '', ...rest] = steps;
      groups.at(-1)?.lines.push(at === 0 && summary !== undefined ? `${summary}: ${first}` : first, ...rest);
    }
    if (parts.length === 0 && summary !== undefined) groups.at(-1)?.lines.push(summary);
  }
  return withoutEmpty(groups).map(({ lines, ...group }) => ({ ...group, steps: withoutNumbering(lines) }));
}

function noteLines(note: unknown): string[] {
  if (!isFields(note)) return linesOf(note);
  const [heading, lines] = [textOf(note['title']), linesOf(note['text'])];
  if (heading === undefined) return lines;
  return [lines.length === 0 ? heading : `${heading}: ${lines.join(' ')}`];
}

/** What Weekfare has no place for. */
export function leaveOutExtras(fields: Fields, source: Source): void {
  const byUsers = fieldsOf(fields['user_ratings']);
  if ([fields, ...byUsers].some(({ rating }) => (numberOf(rating) ?? 0) > 0)) source.leaveOut('ratings');
  if (byUsers.some((each) => isTrue(each['is_favorite']))) source.leaveOut('favourites');
  if (listOf(fields['tools']).length > 0) source.leaveOut('tools');
  if (listOf(fields['assets']).length > 0) source.leaveOut('attachments');
}
