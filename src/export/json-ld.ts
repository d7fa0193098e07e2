/** Writes a recipe as schema.org JSON-LD, as Google's structured data rules and recipe apps read it (docs/export.md). */
import { groupLines } from '#domain/recipe/headings.ts';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import { JSON_LD_FIELD } from '#import/archive/formats/json-ld.ts';
import { escaped, exactJson } from './json-text.ts';
import { type ExportedRecipe, ownFieldsOf } from '#import/own-fields.ts';
import { courseWords } from './course-words.ts';
import { readJsonLd } from '#import/page/json-ld.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';

type Properties = { [name: string]: unknown };

/** The text of a file. It can also stand in a `script` element: `<` is escaped. */
export function writeJsonLd(recipe: ExportedRecipe): string {
  const properties = propertiesOf(recipe);
  const [read] = readJsonLd(properties);
  if (!read) throw new Error('The recipe that was written has no type.');
  const own = ownFieldsOf(recipe, recipeSourceOf(read).source, JSON.stringify(properties));
  // A JSON literal of JSON-LD 1.1: other programs do not look into it.
  const document = { ...properties, [JSON_LD_FIELD]: { '@type': '@json', '@value': own } };
  return `${exactJson(document, 2).replaceAll('<', escaped)}\n`;
}

function propertiesOf({ source }: ExportedRecipe): Properties {
  const { title, servings, activeMinutes, totalMinutes, cuisine, about = {} } = source;
  return withoutUndefined({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: title,
    description: about.description,
    inLanguage: about.language,
    author: about.author === undefined ? undefined : { '@type': 'Person', name: about.author },
    ...sourceProperties(about),
    image: about.picture && [about.picture.address],
    recipeYield: yieldOf(servings, about.yield),
    ...timesOf(activeMinutes, totalMinutes),
    // Text with commas is the form that all readers know.
    keywords: about.tags?.join(', '),
    recipeCategory: oneOrMore([...(about.categories ?? []), ...courseWords(source)]),
    recipeCuisine: oneOrMore(about.cuisines ?? (cuisine === '' ? [] : [cuisine])),
    recipeIngredient: source.ingredients,
    recipeInstructions: instructionsOf(source.steps),
    nutrition: about.nutrition && { '@type': 'NutritionInformation', ...about.nutrition },
    comment: about.notes,
  });
}

function withoutUndefined(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

function sourceProperties({ source }: RecipeAbout): Properties {
  if (source === undefined) return {};
  if (/^https?:\/\//.test(source)) return { url: source };
  return { isBasedOn: { '@type': 'CreativeWork', name: source } };
}

/** Readers look for the number of servings; "1 loaf" does not say it. */
function yieldOf(servings: number, text: string | undefined): string | string[] {
  if (text === undefined) return String(servings);
  return Number.parseInt(text, 10) === servings ? text : [String(servings), text];
}

function timesOf(activeMinutes: number, totalMinutes: number): Properties {
  if (totalMinutes === 0) return {};
  const isAllWork = activeMinutes === 0 || activeMinutes >= totalMinutes;
  // Google wants both of the parts or none.
  const parts = isAllWork
    ? {}
    : { prepTime: duration(activeMinutes), cookTime: duration(totalMinutes - activeMinutes) };
  return { ...parts, totalTime: duration(totalMinutes) };
}

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`;
}

/** Nextcloud's Cookbook expects one text. */
function oneOrMore(texts: readonly string[] = []): string | readonly string[] | undefined {
  return texts.length > 1 ? texts : texts[0];
}

function instructionsOf(steps: readonly string[]): Properties[] {
  const groups = groupLines(steps);
  if (groups.every(({ heading }) => heading === undefined))
    return groups.flatMap(({ lines }) => stepsOf(lines));
  return groups.map(({ heading, lines }) => ({
    '@type': 'HowToSection',
    ...(heading !== undefined && { name: heading }),
    itemListElement: stepsOf(lines),
  }));
}

function stepsOf(lines: readonly string[]): Properties[] {
  return lines.map((text) => ({ '@type': 'HowToStep', text }));
}
