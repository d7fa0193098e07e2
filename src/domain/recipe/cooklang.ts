/**
 * Parses the cookbook's recipe files: Cooklang with front matter. An error names file and line, since these are our
 * own files; ingredient-line.ts parses what families type.
 *
 *     Fry the @onions{2}(finely diced) in @sunflower oil{2%tbsp} for ~{5%minutes}.
 *
 * An ingredient must be an exact name of a food. Steps are paragraphs.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type IngredientLine, plainLine, withPreparation } from '#domain/ingredient-line/ingredient-line.ts';
import { UserError } from '#domain/user-error.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { ONE, ZERO, compare } from '#domain/quantity/fraction.ts';
import { parseNumber } from '#domain/quantity/number.ts';
import { findUnit, unitWords } from '#domain/quantity/unit.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { type Recipe, SEASONS } from './recipe.ts';

/** `refuse` throws an error that names the position of the line. */
type Line = { readonly text: string; readonly refuse: (why: string) => never };
type Key = (typeof KEYS)[number];

const KEYS = [
  ...(['title', 'servings', 'active', 'total', 'meals', 'cuisine', 'protein', 'season', 'keeps'] as const),
] as const;
const FENCE = '---';
/** An ingredient or a timer: sign, name, braces, preparation in parentheses. */
const MARKUP = /([@~])([^@~{}()]*)\{([^{}]*)\}(?:\(([^()]*)\))?/g;
const TIMER = /^\d{1,4}(?:-\d{1,4})?%(?:second|minute|hour)s?$/;
const TIME = /^(?:(\d{1,2}) h)?(?:(?:^| )(\d{1,3}) min)?$/;
/** Units without a plural form. */
const INVARIABLE = ['tsp', 'tbsp'];

export function parseCooklang(id: string, text: string, foods: FoodCatalogue): Recipe {
  const lines = text.split(/\r?\n/).map((line, index) => makeLine(`${id}.cook, line ${index + 1}`, line));
  const [first, last] = [lines[0] as Line, lines.at(-1) as Line];
  const end = lines.findIndex((line, index) => index > 0 && line.text === FENCE);
  if (first.text !== FENCE || end < 0)
    return first.refuse('there is no front matter between two lines of ---');
  const front = parseFront(lines.slice(1, end + 1));
  const ingredients: IngredientLine[] = [];
  const steps = paragraphs(lines.slice(end + 1)).map((step) =>
    step.map((line) => parseStep(line, ingredients, foods)).join(' '),
  );
  if (ingredients.length === 0) return last.refuse('there is no step with an ingredient');
  return { id, ...front, ingredients, steps };
}

function makeLine(place: string, text: string): Line {
  const refuse = (why: string): never => {
    throw new UserError(`${place}: ${why}.`);
  };
  return { text: text.trim(), refuse };
}

/** Requires every key once, in a fixed order, then the fence. */
function parseFront(lines: readonly Line[]): Omit<Recipe, 'id' | 'ingredients' | 'steps'> {
  const values = lines.map((line, at) => valueOf(line, KEYS[at] ?? FENCE));
  const get = (key: Key): Line => values[KEYS.indexOf(key)] as Line;
  const [active, total] = [parseMinutes(get('active')), parseMinutes(get('total'))];
  if (active > total) get('total').refuse('the total is shorter than the active time');
  return {
    title: get('title').text,
    servings: parseServings(get('servings')),
    activeMinutes: active,
    totalMinutes: total,
    meals: parseWords(get('meals'), SLOTS),
    cuisine: get('cuisine').text,
    protein: get('protein').text,
    season: get('season').text === 'all' ? SEASONS : parseWords(get('season'), SEASONS),
    keeps: parseWords(get('keeps'), ['yes', 'no']).includes('yes'),
  };
}

function valueOf({ text, refuse }: Line, key: Key | typeof FENCE): Line {
  if (key === FENCE && text === FENCE) return { text, refuse };
  const value = text.startsWith(`${key}: `) ? text.slice(key.length + 2).trim() : '';
  return value === '' ? refuse(`"${text}" is not "${key}: …"`) : { text: value, refuse };
}

/** Lines between empty lines belong together. */
function paragraphs(lines: readonly Line[]): Line[][] {
  const all: Line[][] = [[]];
  for (const line of lines) {
    if (line.text === '') all.push([]);
    else all.at(-1)?.push(line);
  }
  return all.filter((paragraph) => paragraph.length > 0);
}

/** Returns the text without markup, and adds its foods to the ingredients. */
function parseStep({ text, refuse }: Line, ingredients: IngredientLine[], foods: FoodCatalogue): string {
  const read = text.replaceAll(MARKUP, (_, sign: string, name: string, inside: string, more = '') => {
    const line = { text: inside.trim(), refuse };
    if (sign === '~') return parseTimer(line);
    ingredients.push(parseIngredient(name.trim(), line, more.trim(), foods));
    return name.trim();
  });
  const stray = /[@~{}]/.exec(read);
  return stray ? refuse(`"${stray[0]}" belongs to neither @food{2%tbsp} nor ~{5%minutes}`) : read;
}

function parseTimer({ text, refuse }: Line): string {
  return TIMER.test(text) ? text.replace('%', ' ') : refuse(`"${text}" is not a time such as 5%minutes`);
}

function parseIngredient(
  name: string,
  line: Line,
  preparation: string,
  foods: FoodCatalogue,
): IngredientLine {
  const food = foods.findByName(name) ?? line.refuse(`"${name}" is not in the catalogue`);
  const quantity = line.text === '' ? undefined : parseQuantity(line);
  const measured = quantity ? `${amountText(line.text, quantity)} ${name}` : name;
  return {
    text: preparation === '' ? measured : `${measured}, ${preparation}`,
    understood: withPreparation(plainLine(food.id, quantity), preparation, foods),
  };
}

function parseQuantity({ text, refuse }: Line): Quantity {
  const [number = '', word = 'piece', more] = text.split('%');
  const [amount, unit] = [parseNumber(number), findUnit(word)];
  if (!amount || compare(amount, ZERO) <= 0) return refuse(`"${number}" is not an amount`);
  return unit && more === undefined ? { amount, unit } : refuse(`"${text}" has no unit that is known`);
}

/** `2%clove` reads "2 cloves". */
function amountText(text: string, { amount, unit }: Quantity): string {
  const [number = '', word = ''] = text.split('%');
  if (word === '' || compare(amount, ONE) <= 0 || INVARIABLE.includes(word))
    return `${number} ${word}`.trim();
  const plurals = [`${word}s`, `${word}es`, `${word.replace(/f$/, 've')}s`];
  return `${number} ${unitWords(unit).find((other) => plurals.includes(other)) ?? word}`;
}

function parseServings({ text, refuse }: Line): number {
  return /^[1-9]\d?$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of servings`);
}

function parseMinutes({ text, refuse }: Line): number {
  const [, hours = '0', minutes = '0'] = TIME.exec(text) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  return all > 0 ? all : refuse(`"${text}" is not such as "1 h 20 min"`);
}

function parseWords<Word extends string>({ text, refuse }: Line, known: readonly Word[]): Word[] {
  return text.split(', ').map((word) => {
    return known.find((one) => one === word) ?? refuse(`"${word}" is none of ${known.join(', ')}`);
  });
}
