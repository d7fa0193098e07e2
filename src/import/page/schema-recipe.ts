/** Reads a recipe from an item of schema.org. */
import type { ImportedRecipe, IngredientGroup } from '#import/imported-recipe.ts';
import { readStepGroups } from './instructions.ts';
import { MAX_NESTING } from './json.ts';
import { type LineGroup, withoutEmpty } from './line-groups.ts';
import { parseMinutes } from './minutes.ts';
import { lettersAndDigits, withoutBullet } from './plain-text.ts';
import {
  firstText,
  isItem,
  type Item,
  linesOfValue,
  listedTexts,
  textOfValue,
  unique,
  valuesOf,
} from './schema-values.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';

/** Everything but the title may be missing. */
export function readSchemaRecipe(item: Item): ImportedRecipe {
  const minutes = (name: string): number | undefined => minutesOf(item, name);
  const nutrition = readNutrition(item);
  const picture = readPicture(valuesOf(item, 'image', 'photo', 'thumbnailUrl', 'primaryImageOfPage'));
  return withoutUndefined({
    title: firstText(item, 'name', 'headline', 'title') ?? '',
    description: firstText(item, 'description', 'summary'),
    yield: readYield(valuesOf(item, 'recipeYield', 'yield', 'servings')),
    prepMinutes: minutes('prepTime'),
    cookMinutes: minutes('cookTime') ?? minutes('performTime'),
    totalMinutes: minutes('totalTime'),
    ingredientGroups: readIngredientGroups(item),
    stepGroups: readStepGroups(
      valuesOf(item, 'recipeInstructions', 'instructions', 'recipeDirections', 'step', 'steps'),
    ),
    notes: valuesOf(item, 'recipeNotes', 'notes', 'comment')
      .filter((value) => typeof value === 'string')
      .flatMap(linesOfValue),
    author: readAuthor(valuesOf(item, 'author', 'creator')),
    source: readSource(item),
    language: readLanguage(item),
    tags: listedTexts(item, 'keywords', 'tags'),
    categories: listedTexts(item, 'recipeCategory', 'recipeType', 'category'),
    cuisines: listedTexts(item, 'recipeCuisine', 'cuisine'),
    nutrition,
    picture: picture === undefined ? undefined : { address: picture },
  });
}

type Given = { [Name in keyof ImportedRecipe]: ImportedRecipe[Name] | undefined };

/** Removes the names without a value. */
export function withoutUndefined(recipe: Given): ImportedRecipe {
  return Object.fromEntries(
    Object.entries(recipe).filter(([, value]) => value !== undefined),
  ) as ImportedRecipe;
}

function minutesOf(item: Item, name: string): number | undefined {
  for (const value of valuesOf(item, name)) {
    const given = isItem(value) ? valuesOf(value, 'maxValue', '@value', 'value', 'name')[0] : value;
    const minutes =
      typeof given === 'number' ? parseMinutes(String(given)) : parseMinutes(textOfValue(given) ?? '');
    if (minutes !== undefined) return minutes;
  }
  return undefined;
}

/** Several values say the same in different detail, such as "4" and "4 servings". */
function readYield(values: readonly unknown[]): string | undefined {
  const texts = values.flatMap((value) => {
    if (!isItem(value)) return textOfValue(value) ?? [];
    const unit = firstText(value, 'unitText', 'unitCode');
    const amount = firstText(value, 'value', 'minValue', '@value', 'name');
    return amount === undefined ? [] : unit === undefined ? amount : `${amount} ${unit}`;
  });
  return (
    texts.find((text) => /\d/.test(text) && /\p{L}/u.test(text)) ??
    texts.find((text) => /[\p{L}\p{N}]/u.test(text))
  );
}

function readAuthor(values: readonly unknown[]): string | undefined {
  const authors = values.flatMap((value) => {
    if (!isItem(value)) return textOfValue(value) ?? [];
    return firstText(value, 'name', '@value', 'alternateName') ?? [];
  });
  const readable = unique(authors.filter((name) => !/^https?:/.test(name)));
  return readable.length === 0 ? undefined : readable.join(', ');
}

function readSource(item: Item): string | undefined {
  const values = valuesOf(item, 'url', 'mainEntityOfPage', '@id').map((value) =>
    isItem(value) ? (value['@id'] ?? value['url']) : value,
  );
  return values
    .find((value): value is string => typeof value === 'string' && /^https?:\/\//.test(value.trim()))
    ?.trim();
}

function readLanguage(item: Item): string | undefined {
  const [value] = valuesOf(item, 'inLanguage');
  const text = isItem(value) ? firstText(value, 'alternateName', 'identifier', 'name') : textOfValue(value);
  return parseLanguage(text);
}

/** A language tag, such as "de" or "pt-BR". */
export function parseLanguage(text: string | undefined): string | undefined {
  const match = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}))?\b/i.exec(text?.trim() ?? '');
  if (!match || (text ?? '').trim().length > 12) return undefined;
  const [, language = '', , region] = match;
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
}

const NUTRITION = new Set(
  'calories carbohydrateContent cholesterolContent fatContent fiberContent proteinContent saturatedFatContent servingSize sodiumContent sugarContent transFatContent unsaturatedFatContent'.split(
    ' ',
  ),
);

function readNutrition(item: Item): Record<string, string> | undefined {
  const facts = valuesOf(item, 'nutrition')
    .filter(isItem)
    .flatMap((each) => Array.from(NUTRITION, (name) => [name, firstText(each, name)] as const));
  const given = facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** The widest picture, or else the first. */
function readPicture(values: readonly unknown[]): string | undefined {
  let best: { address: string; width: number } | undefined;
  for (const value of values) {
    const [given] = isItem(value) ? valuesOf(value, 'contentUrl', 'url', '@id', 'src') : [value];
    const address = isItem(given) ? given['@id'] : given;
    if (typeof address !== 'string' || address.trim() === '' || address.startsWith('data:')) continue;
    const width = isItem(value) ? Number.parseInt(String(valuesOf(value, 'width')[0]), 10) || 0 : 0;
    if (best === undefined || width > best.width) best = { address: textOfValue(address) ?? address, width };
  }
  return best?.address;
}

function readIngredientGroups(item: Item): IngredientGroup[] {
  const candidates = ['recipeIngredient', 'ingredients', 'recipeIngredients', 'ingredient', 'supply'].map(
    (name) => groupsOf(valuesOf(item, name)),
  );
  return candidates.reduce((best, each) => (count(each) > count(best) ? each : best), []);
}

function count(groups: readonly IngredientGroup[]): number {
  return groups.reduce((sum, { lines }) => sum + lines.length, 0);
}

function groupsOf(values: readonly unknown[]): IngredientGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const value of values) addIngredient(groups, values.length > 2 ? onOneLine(value) : value, 0);
  return withoutEmpty(groups);
}

const MAX_BROKEN_LINES = 3;

/** In a list of texts, a line break inside a text is part of the line; a whole list in one text has more of them. */
function onOneLine(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lines = linesOfValue(value);
  return lines.length <= MAX_BROKEN_LINES ? lines.join(' ') : value;
}

function addIngredient(groups: LineGroup[], value: unknown, nesting: number): void {
  if (nesting > MAX_NESTING) return;
  const current = groups[groups.length - 1];
  if (!isItem(value)) {
    const lines = linesOfValue(value).map(withoutBullet);
    current?.lines.push(...lines.filter((line) => /\d/.test(line) || partOfHeading(line) !== 'ingredients'));
    return;
  }
  const parts = valuesOf(value, ...PARTS);
  if (parts.length === 0) {
    const line = ingredientText(value);
    const section = firstText(value, 'section', 'heading', 'header');
    if (line !== undefined) current?.lines.push(line);
    else if (section !== undefined) groups.push({ heading: section, lines: [] });
    return;
  }
  const heading = firstText(value, 'name', 'heading', 'title', 'purpose', 'groupName', 'label');
  groups.push(heading === undefined ? { lines: [] } : { heading, lines: [] });
  for (const part of parts) addIngredient(groups, part, nesting + 1);
  groups.push({ lines: [] });
}

const PARTS =
  'itemListElement ingredients recipeIngredient items supply ingredientList ingredientItems lines'.split(' ');
const FOOD =
  'text originalText displayText name food ingredient ingredientName item @value label title nombre nom nome description'.split(
    ' ',
  );

const AMOUNTS =
  'requiredQuantity amount quantity qty measurement displayAmount displayQuantity value menge cantidad quantite quantita'.split(
    ' ',
  );
const UNITS = 'unit unitText unitOfMeasure unitName measure einheit unidad unite'.split(' ');

const NOTES = 'note notes preparation remark comment'.split(' ');

/** An ingredient as an object: an amount, a unit, a name and a note, under various names. */
function ingredientText(item: Item): string | undefined {
  const [inner] = valuesOf(item, 'item');
  if (isItem(inner)) return ingredientText(inner);
  const name = firstText(item, ...FOOD);
  const [required] = valuesOf(item, ...AMOUNTS);
  const amount = isItem(required) ? firstText(required, 'value', 'name', '@value') : textOfValue(required);
  const unit = isItem(required) ? firstText(required, 'unitText', 'unitCode') : firstText(item, ...UNITS);
  if (name === undefined) return undefined;
  const isRepeated = amount !== undefined && name.startsWith(amount);
  const line = isRepeated ? name : [amount, unit, name].filter((part) => part !== undefined).join(' ');
  const note = firstText(item, ...NOTES);
  if (note === undefined || lettersAndDigits(line).includes(lettersAndDigits(note))) return line;
  return note.startsWith('(') ? `${line} ${note}` : `${line}, ${note}`;
}
