/**
 * Writes a recipe as Cooklang (https://cooklang.org/docs/spec). Weekfare's ingredients are a list of their own, so they
 * come first in each section, as a paragraph of nothing but ingredients, which is no step (docs/export.md).
 */
import { groupLines, type LineGroup } from '#domain/recipe/headings.ts';
import { normalize } from '#domain/text/unicode.ts';
import { COOKLANG_FIELD, readOwnCooklang } from '#import/archive/formats/cooklang.ts';
import { type ExportedRecipe, ownFieldsOf } from '#import/own-fields.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';
import { courseWords } from './course-words.ts';
import { ingredientMarkup } from './ingredient-markup.ts';
import { escaped as escapedInJson, exactJson } from './json-text.ts';

const FENCE = '---';

export function writeCooklang(recipe: ExportedRecipe): string {
  const [front, body] = [frontMatter(recipe), bodyOf(recipe)];
  const withFront = (lines: readonly string[]) => `${[FENCE, ...lines, FENCE, '', ...body].join('\n')}\n`;
  // As it will be read.
  const content = normalize(withFront(front).trim(), 'NFC');
  const own = ownFieldsOf(recipe, recipeSourceOf(readOwnCooklang(content).read).source, content);
  return withFront([...front, `${COOKLANG_FIELD}: ${yamlSafe(exactJson(own))}`]);
}

function frontMatter({ source }: ExportedRecipe): string[] {
  const { title, servings, activeMinutes, totalMinutes, cuisine, about = {} } = source;
  const hasParts = activeMinutes > 0 && activeMinutes < totalMinutes;
  return [
    ...entry('title', title),
    ...entry('description', about.description),
    `servings: ${servings}`,
    // `yield` would be another word for the servings.
    ...entry('makes', about.yield),
    // The sum of both parts is not written: Cooklang's own parser warns of it.
    ...(hasParts
      ? [`prep time: ${activeMinutes} min`, `cook time: ${totalMinutes - activeMinutes} min`]
      : totalMinutes > 0
        ? [`time: ${totalMinutes} min`]
        : []),
    ...entry('author', about.author),
    ...entry('source', about.source),
    ...entry('locale', localeOf(about.language)),
    ...list('tags', about.tags),
    ...list('category', [...(about.categories ?? []), ...courseWords(source)]),
    ...list('cuisine', about.cuisines ?? (cuisine === '' ? [] : [cuisine])),
    ...entry('image', about.picture?.address),
    ...nutrition(about.nutrition),
  ];
}

function entry(name: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`${name}: ${scalar(text)}`];
}

/** One value is a text: Cooklang's parser reads only that as the cuisine. */
function list(name: string, texts: readonly string[] = []): string[] {
  if (texts.length === 0) return [];
  if (texts.length === 1 && name !== 'tags') return entry(name, texts[0]);
  return [`${name}:`, ...texts.map((text) => `  - ${scalar(text)}`)];
}

function nutrition(values: Readonly<Record<string, string>> = {}): string[] {
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${scalar(value)}`);
  return lines.length === 0 ? [] : ['nutrition:', ...lines];
}

/** A language and a country, as Cooklang's parser wants it: "pt_BR". */
function localeOf(tag: string | undefined): string | undefined {
  const [, language, country] = /^([a-z]{2})(?:-[A-Z][a-z]{3})?(?:-([A-Z]{2}))?$/.exec(tag ?? '') ?? [];
  return country === undefined ? (language ?? tag) : `${language}_${country}`;
}

/** Words that YAML reads as the same text. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} ./()'&%+-]*$/u;
const KEYWORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function scalar(text: string): string {
  if (PLAIN.test(text) && !KEYWORDS.test(text)) return text;
  return yamlSafe(JSON.stringify(text));
}

/** JSON is YAML except for these characters, which YAML takes for line ends or the start of a file. */
function yamlSafe(json: string): string {
  return json.replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, escapedInJson);
}

function bodyOf({
  source: { ingredients, steps, about, references = [] },
  titles,
}: ExportedRecipe): string[] {
  const titleOf = new Map(references.map(({ line, recipeId }) => [line, titles?.get(recipeId)]));
  const blocks = sectionsOf(groupLines(ingredients), groupLines(steps)).flatMap((section) => [
    ...(section.heading === undefined ? [] : [headingOf(section.heading)]),
    ...(section.ingredients.length === 0
      ? []
      : [section.ingredients.map((line) => ingredientMarkup(line, titleOf.get(line))).join(',\n')]),
    ...section.steps.map((step) => escaped(step.replaceAll('\n', ' '))),
  ]);
  const notes = (about?.notes ?? []).map((note) => `> ${escaped(note.replaceAll('\n', ' '))}`);
  return [[...blocks, ...notes].join('\n\n')];
}

type Section = { heading?: string; ingredients: readonly string[]; steps: readonly string[] };

/** If both lists have the same headings, each section has both; otherwise all ingredients come first. */
function sectionsOf(ingredients: readonly LineGroup[], steps: readonly LineGroup[]): Section[] {
  const isSame =
    ingredients.length === steps.length &&
    ingredients.every(({ heading }, at) => heading === steps[at]?.heading);
  if (isSame)
    return ingredients.map(({ lines, ...heading }, at) => ({
      ...heading,
      ingredients: lines,
      steps: steps[at]?.lines ?? [],
    }));
  const isEnded = ingredients.some(({ heading }) => heading !== undefined);
  return [
    ...ingredients.map(({ lines, ...heading }) => ({ ...heading, ingredients: lines, steps: [] })),
    // A section without a name ends the one before it.
    ...steps.map(({ heading = isEnded ? '' : undefined, lines }) => ({
      ...(heading !== undefined && { heading }),
      ingredients: [],
      steps: lines,
    })),
  ];
}

/** With a backslash before everything that Cooklang would read as markup. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\@#~{}]/g, String.raw`\$&`)
    .replaceAll(/--+|\[-|-\]/g, (signs) => signs.replaceAll(/./g, String.raw`\$&`))
    .replace(/^[>=]/, String.raw`\$&`);
}

function headingOf(text: string): string {
  return text === ''
    ? '== =='
    : `== ${escaped(text.replaceAll('\n', ' ')).replaceAll(/\\?=/g, String.raw`\=`)} ==`;
}
