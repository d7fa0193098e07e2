/**
 * Cooklang files of any author: https://cooklang.org/docs/spec. The parser of our own cookbook
 * (domain/recipe/cooklang.ts) does not fit: it refuses every food and unit that the catalogue does not have.
 */
import { type ArchiveItem, ownRecipe } from '#import/archive/archive-item.ts';
import { linesOf, minutesOf, namesOf, textOf } from '#import/archive/fields.ts';
import { type FrontMatter, parseFrontMatter } from '#import/archive/front-matter.ts';
import type { Source } from '#import/archive/source.ts';
import { normalize } from '#domain/text/unicode.ts';
import type {
  ImportedRecipe,
  ImportedReference,
  IngredientGroup,
  StepGroup,
} from '#import/imported-recipe.ts';
import { withOwnFields } from '#import/own-fields.ts';
import { parseLanguage, withoutUndefined } from '#import/page/schema-recipe.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';

/** The entry of the front matter with which Weekfare's own files lose nothing. */
export const COOKLANG_FIELD = 'weekfare';
const OWN_START = `\n${COOKLANG_FIELD}: {`;

/** An ingredient, a tool or a timer with braces. */
const BRACED = /([@#~])([^@#~{}\n]{0,100})\{([^{}\n]{0,200})\}(?:\(([^()\n]{0,200})\))?/g;
/** The same in one word. */
const WORD = /(^|[\s(])([@#])([\p{L}\p{N}_-]{1,60})(?:\(([^()\n]{0,200})\))?/gu;

/** By its markup. The ending of a file's name alone says little: `.cook` files of other programs exist. */
export function isCooklang(text: string): boolean {
  return text.includes(OWN_START) || /@[^@#~{}\n]{1,100}\{[^{}\n]{0,200}\}/.test(text);
}

export async function* readCooklang(text: string, source: Source): AsyncGenerator<ArchiveItem> {
  const baseName = source.name.slice(source.name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const { read, unmarked, own } = readOwnCooklang(text, baseName);
  const exported = withOwnFields(own, recipeSourceOf(read).source, unmarked);
  if (exported) {
    yield ownRecipe(exported, read);
    return;
  }
  const picture = read.picture ?? (await source.picture(...ENDINGS.map((ending) => `${baseName}.${ending}`)));
  // Other files name it by its path.
  const id = cooklangId(baseName);
  yield { kind: 'recipe', format: 'cooklang', id, recipe: { ...read, ...(picture && { picture }) } };
}

function cooklangId(baseName: string): string {
  return `cooklang:${normalize(baseName, 'NFC').toLowerCase()}`;
}

const ENDINGS = ['jpg', 'jpeg', 'png', 'webp'];

/** `unmarked` is the text without the entry of Weekfare, and `own` is the value of that entry. */
export function readOwnCooklang(
  text: string,
  baseName = '',
): { read: ImportedRecipe; unmarked: string; own?: unknown } {
  const whole = text.replaceAll('\r\n', '\n');
  const start = whole.indexOf(OWN_START);
  if (start < 0) return { read: recipeIn(whole.trim(), baseName), unmarked: whole.trim() };
  const end = `${whole}\n`.indexOf('\n', start + 1);
  const unmarked = (whole.slice(0, start) + whole.slice(end)).trim();
  const own = parseJson(whole.slice(start + OWN_START.length - 1, end));
  return { read: recipeIn(unmarked, baseName), unmarked, own };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recipeIn(text: string, baseName: string): ImportedRecipe {
  const { front, body } = parseFrontMatter(text) ?? oldMetadata(text);
  const { ingredients, references, steps, notes } = readBody(body);
  const value = (...names: string[]) =>
    names.map((name) => textOf(front[name])).find((each) => each !== undefined);
  const image = value('image', 'images', 'picture', 'pictures');
  return withoutUndefined({
    title: value('title') ?? baseName,
    description: value('description', 'introduction'),
    // "4|8" are the servings that a recipe can be scaled to.
    yield: value('makes', 'servings', 'serves', 'yield')?.split('|')[0]?.trim(),
    prepMinutes: minutesOf(value('prep time', 'time.prep', 'prep')),
    cookMinutes: minutesOf(value('cook time', 'time.cook', 'cook')),
    totalMinutes: minutesOf(value('time', 'duration', 'time required', 'total')),
    ingredientGroups: ingredients,
    references: references.length > 0 ? references : undefined,
    stepGroups: steps,
    notes,
    author: value('author', 'source.author', 'author.name'),
    source: value('source', 'source.url', 'source.name'),
    language: parseLanguage(value('locale', 'language')),
    tags: namesOf(front['tags'] ?? ''),
    categories: namesOf(front['category'] ?? front['course'] ?? ''),
    cuisines: namesOf(front['cuisine'] ?? ''),
    nutrition: nutritionIn(front),
    picture: image?.startsWith('http') ? { address: image } : undefined,
  });
}

const NUTRITION = 'nutrition.';

function nutritionIn(front: FrontMatter): Record<string, string> | undefined {
  const given = Object.entries(front).flatMap(([name, value]) => {
    const text = name.startsWith(NUTRITION) ? textOf(value) : undefined;
    return text === undefined ? [] : [[name.slice(NUTRITION.length), text] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Before front matter there were lines such as ">> servings: 4". */
function oldMetadata(text: string): { front: FrontMatter; body: string } {
  const lines = text.split('\n');
  const front = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^>> ?([^:]{1,60}):(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [[name.trim().toLowerCase(), value.trim()] as const];
  });
  return {
    front: Object.fromEntries(front),
    body: lines.filter((line) => !line.startsWith('>>')).join('\n'),
  };
}

type Body = {
  ingredients: IngredientGroup[];
  references: ImportedReference[];
  steps: StepGroup[];
  notes: string[];
};

/** Sections are groups of both lists. Lines between empty lines are one step. */
export function readBody(text: string): Body {
  const groups: { heading?: string; lines: string[]; steps: string[] }[] = [{ lines: [], steps: [] }];
  const notes: string[] = [];
  const references: ImportedReference[] = [];
  for (const paragraph of paragraphs(withoutComments(hidden(text)))) {
    const [heading] = /^=+ *[^=\n]*/.exec(paragraph) ?? [];
    const current = groups.at(-1);
    if (heading !== undefined)
      groups.push({ heading: shown(heading.replaceAll('=', '').trim()), lines: [], steps: [] });
    else if (paragraph.startsWith('>')) notes.push(...linesOf(paragraph.replaceAll(/^> ?/gm, '')).map(shown));
    else if (current) {
      const steps = linesOf(readStep(paragraph.replaceAll('\n', ' '), current.lines, references));
      if (!isOnlyIngredients(paragraph)) current.steps.push(...steps.map(shown));
    }
  }
  return {
    ingredients: groups
      .filter(({ lines }) => lines.length > 0)
      .map(({ heading, lines }) => ({ ...(heading && { heading }), lines })),
    references,
    steps: groups
      .filter(({ steps }) => steps.length > 0)
      .map(({ heading, steps }) => ({ ...(heading && { heading }), steps })),
    notes,
  };
}

/** A list of ingredients is no step. */
function isOnlyIngredients(paragraph: string): boolean {
  return paragraph.startsWith('@') && /^[\s,]*$/.test(paragraph.replaceAll(BRACED, ''));
}

/** From here on there are characters for private use, one for each ASCII sign. */
const PRIVATE_USE = 0xe000;

/** Signs after a backslash are no markup: they are hidden until the text is read. */
function hidden(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(PRIVATE_USE + sign.charCodeAt(0)),
  );
}

function shown(text: string): string {
  return text.replaceAll(/[\uE021-\uE07E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - PRIVATE_USE));
}

/** "-- until the line ends" and "[- everywhere -]". */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const start = text.indexOf('[-', at);
    const end = start < 0 ? -1 : text.indexOf('-]', start);
    pieces.push(text.slice(at, end < 0 ? undefined : start));
    at = end < 0 ? text.length : end + 2;
  }
  return pieces.join('').replaceAll(/(^|\s)-- .*$/gm, '$1');
}

/** A line that begins a section or a note is a paragraph of its own. */
function paragraphs(text: string): string[] {
  const all: string[][] = [[]];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isAlone = line === '' || line.startsWith('=');
    if (isAlone) all.push([]);
    if (line !== '') all.at(-1)?.push(line);
    if (isAlone) all.push([]);
  }
  return all.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
}

/** "./Shared/Pizza Dough": another recipe, by its path. */
const PATH = /^\.{1,2}\//;

function readStep(step: string, lines: string[], references: ImportedReference[]): string {
  const read = (sign: string, written: string, inside: string, more: string): string => {
    // "@onions|onion{2}": the name, and the form that the sentence needs. "@&", "@?" and "@-" are hints for programs.
    const [path = '', given] = written
      .replace(/^[&?+-]+/, '')
      .split('|')
      .map((part) => part.trim());
    const isPath = sign === '@' && PATH.test(path);
    const title = isPath ? path.slice(path.lastIndexOf('/') + 1).replace(/\.cook$/, '') : undefined;
    const name = title ?? path;
    const alias = given ?? name;
    const [amount = '', unit = ''] = inside
      .replace(/^=/, '')
      .split('%')
      .map((part) => part.trim());
    if (sign === '~') return [amount, unit].filter((part) => part !== '').join(' ') || name;
    // A reference to an ingredient that was named before is no further ingredient.
    if (sign === '@' && !written.startsWith('&')) {
      const line = shown(lineOf(name, amount, unit, more));
      lines.push(line);
      if (title !== undefined) references.push({ line, id: cooklangId(shown(title)), title: shown(title) });
    }
    return alias;
  };
  return step
    .replaceAll(BRACED, (_, sign: string, name: string, inside: string, more: string | undefined) =>
      read(sign, name, inside, more ?? ''),
    )
    .replaceAll(
      WORD,
      (_, before: string, sign: string, name: string, more: string | undefined) =>
        before + read(sign, name, '', more ?? ''),
    );
}

function lineOf(name: string, amount: string, unit: string, preparation: string): string {
  const measured = [amount, unit, name].filter((part) => part !== '').join(' ');
  return preparation.trim() === '' ? measured : `${measured}, ${preparation.trim()}`;
}
