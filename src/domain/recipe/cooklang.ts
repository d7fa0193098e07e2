/**
 * Parses the cookbook's recipe files: Cooklang with front matter. An error names file and line, since these are our
 * own files; ingredient-line.ts parses what families type.
 *
 *     Fry the @onions{2}(finely diced) in @sunflower oil{2%tbsp} for ~{5%minutes}.
 *
 *     === with chickpeas
 *     - chicken breast
 *     + @chickpeas{240%g}
 *     Add the chickpeas instead of the chicken.
 *
 * An ingredient must be an exact name of a food. Steps are paragraphs. A variant may follow them; it adds foods and may
 * leave out others.
 */
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type IngredientLine, plainLine, withPreparation } from '#domain/ingredient-line/ingredient-line.ts';
import { UserError } from '#domain/user-error.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { compare, type Fraction, fractionText, ONE, ZERO } from '#domain/quantity/fraction.ts';
import { parseNumber } from '#domain/quantity/number.ts';
import { type Unit } from '#domain/quantity/unit.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import { pluralOf } from '#domain/quantity/unit-number.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { type BookRecipe, FORMS, STARCHES, type Translation, type Variant } from './book-recipe.ts';
import { COURSES } from './course.ts';
import { SEASONS } from '#domain/week/season.ts';

/** `refuse` throws an error that names the position of the line. */
type Line = { readonly text: string; readonly refuse: (why: string) => never };
type Key = (typeof KEYS)[number];
type Times = { readonly [count in 'one' | 'several']: readonly string[] };
/** What the steps of a file are read with. */
type Words = { readonly foods: FoodCatalogue; readonly times: Times };

const KEYS = [
  ...(['title', 'servings', 'active', 'total', 'meals', 'course', 'cuisine'] as const),
  ...(['protein', 'season', 'keeps', 'form', 'starch', 'main', 'family'] as const),
  ...(['children', 'familiar', 'freezes', 'lunchbox'] as const),
] as const;
/** Optional: ids of dishes that were merged into this one. */
const FORMERLY = 'formerly';
const FENCE = '---';
const VARIANT = '===';
/** An ingredient or a timer: sign, name, braces, preparation in parentheses. */
const MARKUP = /([@~])([^@~{}()]*)\{([^{}]*)\}(?:\(([^()]*)\))?/g;
/** `1%minute`, `5-8%minutes`. */
const TIMER = /^(\d{1,4}(?:-\d{1,4})?)%([A-Za-z]+)$/;
const TIME = /^(?:(\d{1,2}) h)?(?:(?:^| )(\d{1,3}) min)?$/;

export function parseCooklang(id: string, text: string, foods: FoodCatalogue): BookRecipe {
  const { front, body } = divide(`${id}.cook`, text);
  const facts = parseFront(front, foods);
  const method = parseMethod(body, { foods, times: timesIn(BASE_LANGUAGE) });
  if (!foodsIn(method).includes(facts.mainFood))
    return (body[0] as Line).refuse(`no step uses the main food ${facts.mainFood}`);
  return { id, ...facts, ...method };
}

/**
 * Parses the file of a recipe in another language: the title, and the steps with the same foods and amounts. What the
 * remarks of its lines say ("abgetropft") is known from the English lines.
 */
export function parseTranslation(
  recipe: BookRecipe,
  language: Language,
  text: string,
  foods: FoodCatalogue,
): Translation {
  const { front, body } = divide(`${recipe.id}.${language}.cook`, text);
  const [title] = front.map((line, at) => valueOf(line, at === 0 ? 'title' : FENCE));
  const method = parseMethod(body, { foods, times: timesIn(language) });
  const differs = difference(method, recipe) ?? differenceOfVariants(method, recipe);
  const last = body.at(-1) as Line;
  if (differs !== undefined) return last.refuse(differs);
  const { variant } = method;
  return {
    ...method,
    title: (title as Line).text,
    ingredients: withRemarksOf(recipe, method),
    ...(variant && {
      variant: { ...variant, ingredients: withRemarksOf(recipe.variant ?? recipe, variant) },
    }),
  };
}

function timesIn(language: Language): Times {
  const t = translation(language);
  const units = (count: number): string[] => [
    t('lines.seconds', { count }),
    t('lines.minutes', { count }),
    t('lines.hours', { count }),
  ];
  return { one: units(1), several: units(2) };
}

type Method = Pick<BookRecipe, 'ingredients' | 'steps' | 'variant'>;

function divide(file: string, text: string): { front: Line[]; body: Line[] } {
  const lines = text.split(/\r?\n/).map((line, index) => makeLine(`${file}, line ${index + 1}`, line));
  const first = lines[0] as Line;
  const end = lines.findIndex((line, index) => index > 0 && line.text === FENCE);
  if (first.text !== FENCE || end < 0)
    return first.refuse('there is no front matter between two lines of ---');
  return { front: lines.slice(1, end + 1), body: lines.slice(end + 1) };
}

function parseMethod(lines: readonly Line[], words: Words): Method {
  const start = lines.findIndex(({ text }) => text.startsWith(VARIANT));
  const end = start < 0 ? lines.length : start;
  const ingredients: IngredientLine[] = [];
  const steps = paragraphs(lines.slice(0, end)).map((step) =>
    step.map((line) => parseStep(line, ingredients, words)).join(' '),
  );
  if (ingredients.length === 0) return (lines.at(-1) as Line).refuse('there is no step with an ingredient');
  const variant = start < 0 ? undefined : parseVariant(lines.slice(start), ingredients, words);
  return { ingredients, steps, ...(variant && { variant }) };
}

function parseVariant(lines: readonly Line[], base: readonly IngredientLine[], words: Words): Variant {
  const [heading, ...rest] = lines.filter(({ text }) => text !== '') as [Line, ...Line[]];
  const title = heading.text.slice(VARIANT.length).trim();
  rest.find(({ text }) => text.startsWith(VARIANT))?.refuse('there are two variants');
  const without = rest
    .filter(({ text }) => text.startsWith('- '))
    .map(({ text, refuse }) => {
      const food = words.foods.findByName(text.slice(2))?.id;
      const isUsed = food !== undefined && base.some(({ understood }) => understood?.food === food);
      return isUsed ? food : refuse(`"${text.slice(2)}" is no ingredient of the steps`);
    });
  const ingredients: IngredientLine[] = [];
  for (const { text, refuse } of rest.filter((line) => line.text.startsWith('+ ')))
    parseStep({ text: text.slice(2), refuse }, ingredients, words);
  const step = rest
    .map(({ text }) => text)
    .filter((text) => !/^[-+] /.test(text))
    .join(' ');
  if (title === '' || ingredients.length === 0 || step === '')
    return heading.refuse('a variant has a title, "+ @food{1}" and a sentence');
  return { title, without, ingredients, step };
}

function foodsIn({ ingredients }: Pick<Method, 'ingredients'>): string[] {
  return ingredients.flatMap(({ understood }) => understood?.food ?? []);
}

/** A spoon is the same in both languages. */
const SAME_UNITS: { readonly [unit in Unit]?: Unit } = { el: 'tbsp', tl: 'tsp' };

/** Names the first food of which the two have different amounts. */
function difference(
  first: Pick<Method, 'ingredients'>,
  second: Pick<Method, 'ingredients'>,
): string | undefined {
  const [mine, theirs] = [first, second].map(amountsIn);
  const missing = theirs?.find((amount) => !mine?.includes(amount));
  const added = mine?.find((amount) => !theirs?.includes(amount));
  if (missing !== undefined) return `${missing} of the English recipe is not here`;
  return added === undefined ? undefined : `${added} is not in the English recipe`;
}

function differenceOfVariants({ variant: first }: Method, { variant: second }: Method): string | undefined {
  if (!first || !second) return first === second ? undefined : 'only one of the two has a variant';
  if (first.without.join() !== second.without.join()) return 'the variants leave out different foods';
  return difference(first, second);
}

function amountsIn({ ingredients }: Pick<Method, 'ingredients'>): string[] {
  return ingredients.map(({ understood }) => {
    const { amount, unit } = understood?.quantity ?? {};
    const measure = unit && (SAME_UNITS[unit] ?? unit);
    return amount ? `${fractionText(amount)} ${measure} ${understood?.food}` : `${understood?.food}`;
  });
}

/** The lines of a translation, with what is known of the same lines of its source. */
function withRemarksOf(
  source: Pick<Method, 'ingredients'>,
  translated: Pick<Method, 'ingredients'>,
): IngredientLine[] {
  const [theirs, mine] = [amountsIn(source), amountsIn(translated)];
  return translated.ingredients.map((line, at) => {
    const same = source.ingredients[theirs.indexOf(mine[at] ?? '')];
    if (!same?.understood || !line.understood) return line;
    const { also, isSure } = same.understood;
    return { ...line, source: same.text, understood: { ...line.understood, also, isSure } };
  });
}

function makeLine(place: string, text: string): Line {
  const refuse = (why: string): never => {
    throw new UserError(`${place}: ${why}.`);
  };
  return { text: text.trim(), refuse };
}

/** Requires every key once, in a fixed order, then the fence. */
function parseFront(
  lines: readonly Line[],
  foods: FoodCatalogue,
): Omit<BookRecipe, 'id' | 'ingredients' | 'steps' | 'variant'> {
  const wanted: readonly (Key | typeof FORMERLY)[] =
    lines.length > KEYS.length + 1 ? [...KEYS, FORMERLY] : KEYS;
  const values = lines.map((line, at) => valueOf(line, wanted[at] ?? FENCE));
  const get = (key: Key | typeof FORMERLY): Line => values[wanted.indexOf(key)] as Line;
  const [active, total] = [parseMinutes(get('active')), parseMinutes(get('total'))];
  if (active > total) get('total').refuse('the total is shorter than the active time');
  return {
    title: get('title').text,
    servings: parseServings(get('servings')),
    activeMinutes: active,
    totalMinutes: total,
    meals: parseWords(get('meals'), SLOTS),
    course: parseWord(get('course'), COURSES),
    cuisine: get('cuisine').text,
    protein: get('protein').text,
    season: get('season').text === 'all' ? SEASONS : parseWords(get('season'), SEASONS),
    keeps: parseYesNo(get('keeps')),
    form: parseWord(get('form'), FORMS),
    starch: parseWord(get('starch'), STARCHES),
    mainFood: foods.find(get('main').text)?.id ?? get('main').refuse('there is no food with this id'),
    dishFamily: parseKebab(get('family')),
    isForChildren: parseYesNo(get('children')),
    isFamiliar: parseYesNo(get('familiar')),
    freezes: parseYesNo(get('freezes')),
    isForLunchbox: parseYesNo(get('lunchbox')),
    formerIds: wanted === KEYS ? [] : get(FORMERLY).text.split(', '),
  };
}

function valueOf({ text, refuse }: Line, key: string): Line {
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
function parseStep({ text, refuse }: Line, ingredients: IngredientLine[], words: Words): string {
  const read = text.replaceAll(MARKUP, (_, sign: string, name: string, inside: string, more = '') => {
    const line = { text: inside.trim(), refuse };
    if (sign === '~') return parseTimer(line, words);
    // "@Zwiebel|Zwiebeln{2}": the name of the food, and the form that the sentence needs.
    const [food = '', shown = food] = name.split('|').map((part) => part.trim());
    ingredients.push(parseIngredient(food, line, more.trim(), words.foods));
    return shown;
  });
  const stray = /[@~{}]/.exec(read);
  return stray ? refuse(`"${stray[0]}" belongs to neither @food{2%tbsp} nor ~{5%minutes}`) : read;
}

function parseTimer({ text, refuse }: Line, { times }: Words): string {
  const [, amount = '', unit = ''] = TIMER.exec(text) ?? [];
  const isKnown = times[amount === '1' ? 'one' : 'several'].includes(unit);
  return isKnown ? `${amount} ${unit}` : refuse(`"${text}" is not a time such as 5%${times.several[1]}`);
}

function parseIngredient(
  name: string,
  line: Line,
  preparation: string,
  foods: FoodCatalogue,
): IngredientLine {
  const food = foods.findByName(name) ?? line.refuse(`"${name}" is not in the catalogue`);
  const quantity = line.text === '' ? undefined : parseQuantity(line);
  const measured = quantity ? `${amountText(line.text, quantity.amount)} ${name}` : name;
  const plain = plainLine(food.id, quantity);
  if (preparation === '') return { text: measured, understood: plain };
  return {
    text: `${measured}, ${preparation}`,
    understood: withPreparation(plain, preparation, foods),
  };
}

function parseQuantity({ text, refuse }: Line): Quantity {
  const [number = '', word = 'piece', more] = text.split('%');
  const [amount, unit] = [parseNumber(number), findUnit(word)];
  if (!amount || compare(amount, ZERO) <= 0) return refuse(`"${number}" is not an amount`);
  return unit && more === undefined ? { amount, unit } : refuse(`"${text}" has no unit that is known`);
}

/** `2%clove` reads "2 cloves". */
function amountText(text: string, amount: Fraction): string {
  const [number = '', word = ''] = text.split('%');
  return `${number} ${compare(amount, ONE) > 0 ? pluralOf(word) : word}`.trim();
}

function parseServings({ text, refuse }: Line): number {
  return /^[1-9]\d?$/.test(text) ? Number(text) : refuse(`"${text}" is not a number of servings`);
}

function parseMinutes({ text, refuse }: Line): number {
  const [, hours = '0', minutes = '0'] = TIME.exec(text) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  return all > 0 ? all : refuse(`"${text}" is not such as "1 h 20 min"`);
}

function parseYesNo(line: Line): boolean {
  return parseWord(line, ['yes', 'no']) === 'yes';
}

function parseKebab({ text, refuse }: Line): string {
  return /^[a-z]+(?:-[a-z]+)*$/.test(text) ? text : refuse(`"${text}" is not such as fried-rice`);
}

function parseWord<Word extends string>({ text, refuse }: Line, known: readonly Word[]): Word {
  return known.find((name) => name === text) ?? refuse(`"${text}" is none of ${known.join(', ')}`);
}

function parseWords<Word extends string>({ text, refuse }: Line, known: readonly Word[]): Word[] {
  return text.split(', ').map((word) => {
    return known.find((name) => name === word) ?? refuse(`"${word}" is none of ${known.join(', ')}`);
  });
}
