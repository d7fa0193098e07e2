/**
 * Finds recipes in the state that web apps embed in their pages (Next.js, Nuxt, SvelteKit, Apollo and others). It is not
 * in the vocabulary of schema.org; an object with a title and a list of ingredients is taken for a recipe.
 */
import { MAX_NESTING, parseJsonObject, parseJsonValues } from './json.ts';
import { plainLinesOf } from './rich-text.ts';
import { isItem, type Item } from './schema-values.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  name: 'title name recipeName headline recipeTitle titel titre nombre titulo naam nome'.split(' '),
  recipeIngredient: [
    'ingredients',
    'recipeIngredients',
    'recipeIngredient',
    'ingredientGroups',
    'ingredientSections',
    'ingredientsGroups',
    'ingredientLists',
    'ingredientList',
    'ingredientLines',
    'ingredient_groups',
    'recipe_ingredients',
    'zutaten',
    'ingredientes',
    'ingredienti',
  ],
  recipeInstructions: [
    'instructions',
    'steps',
    'recipeInstructions',
    'directions',
    'method',
    'methods',
    'preparation',
    'preparationSteps',
    'instructionGroups',
    'cookingSteps',
    'recipeSteps',
    'methodSteps',
    'zubereitung',
    'schritte',
    'etapes',
    'instrucciones',
    'pasos',
    'procedimento',
  ],
  recipeYield: ['servings', 'yield', 'recipeYield', 'portions', 'serves', 'numberOfServings'],
  prepTime: ['prepTime', 'prep_time', 'preparationTime', 'prepTimeMinutes'],
  cookTime: ['cookTime', 'cook_time', 'cookingTime', 'cookTimeMinutes'],
  totalTime: ['totalTime', 'total_time', 'totalTimeMinutes'],
  description: ['description', 'summary', 'intro'],
  image: ['image', 'imageUrl', 'heroImage', 'mainImage'],
};
/** Whether a text may contain a recipe; it is parsed only then. */
const MENTION = /ngredient|zutaten/i;
const MAX_OBJECTS = 200_000;
const MAX_RECIPES = 20;
/** Each may cost the resolution of many references. */
const MAX_CANDIDATES = 100;

export function findStateRecipes(scripts: readonly string[]): Item[] {
  const recipes: Item[] = [];
  for (const script of [...scripts, ...flightRows(scripts)]) {
    if (!MENTION.test(script)) continue;
    for (const root of rootsOf(script)) recipes.push(...recipesIn(root));
  }
  return recipes.slice(0, MAX_RECIPES);
}

const FLIGHT = 'self.__next_f.push(';

/** Next.js sends the state as rows of JSON in pieces, each a call with a text: `self.__next_f.push([1,"3:{…}\\n"])`. */
function flightRows(scripts: readonly string[]): string[] {
  const pieces = scripts
    .filter((script) => script.startsWith(FLIGHT))
    .map((script) => parseJsonObject(script, FLIGHT.length));
  const text = pieces.map((piece) => (Array.isArray(piece) && typeof piece[1] === 'string' ? piece[1] : ''));
  return text
    .join('')
    .split('\n')
    .map((row) => row.replace(/^[\da-f]{1,6}:/, ''));
}

const ASSIGNMENT = /[\w$\])]\s{0,5}=\s{0,5}(?:JSON\.parse\(\s{0,5})?[{["']/g;

/** Angular escapes the marks of its state with these until version 16. */
const ANGULAR: Readonly<Record<string, string>> = { q: '"', a: '&', s: "'", l: '<', g: '>' };

/** The values of a script: the whole of it as JSON, or what is assigned to a variable before ingredients are named. */
function rootsOf(text: string): unknown[] {
  const script = text.startsWith('{&q;')
    ? text.replaceAll(/&([qaslg]);/g, (_, mark: string) => ANGULAR[mark] as string)
    : text;
  const start = script.trimStart()[0];
  if (start === '{' || start === '[') {
    try {
      return [JSON.parse(script)];
    } catch {
      return [];
    }
  }
  const mention = script.search(MENTION);
  let from = -1;
  for (const match of script.matchAll(ASSIGNMENT)) {
    if (match.index > mention) break;
    from = match.index + match[0].length - 1;
  }
  if (from < 0) return [];
  const value = parseJsonObject(script, from);
  return typeof value === 'string' ? parseJsonValues(value) : [value];
}

/** Not recursive: JSON may be nested without limit. */
function recipesIn(root: unknown): Item[] {
  const recipes: Item[] = [];
  let references: Item = {};
  const pending: { value: unknown; nesting: number }[] = [{ value: root, nesting: 0 }];
  const table = Array.isArray(root) ? root : [];
  let candidates = 0;
  for (let count = 0; count < MAX_OBJECTS; count += 1) {
    const next = pending.pop();
    if (next === undefined) break;
    const value = embeddedJson(next.value);
    if (typeof value !== 'object' || value === null || next.nesting > MAX_NESTING) continue;
    if (isItem(value)) {
      if ('ROOT_QUERY' in value) references = value;
      const isCandidate = candidates < MAX_CANDIDATES && hasShape(value);
      const recipe = isCandidate ? recipeOf(value, references, table) : undefined;
      if (isCandidate) candidates += 1;
      if (recipe !== undefined) recipes.push(recipe);
    }
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
    for (let at = inner.length - 1; at >= 0; at -= 1) {
      if (typeof inner[at] === 'object' || isJsonText(inner[at]))
        pending.push({ value: inner[at], nesting: next.nesting + 1 });
    }
  }
  return recipes;
}

function isJsonText(value: unknown): value is string {
  return typeof value === 'string' && (value[0] === '{' || value[0] === '[') && MENTION.test(value);
}

/** SvelteKit and others keep the body of a response as text. */
function embeddedJson(value: unknown): unknown {
  if (!isJsonText(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** The title may be that of the page around it. */
function hasShape(item: Item): boolean {
  const has = (name: string): boolean => firstValue(item, NAMES[name] ?? []) !== undefined;
  return has('recipeIngredient') && (has('name') || has('recipeInstructions'));
}

function recipeOf(item: Item, references: Item, table: readonly unknown[]): Item | undefined {
  const given: Record<string, unknown> = { '@type': 'Recipe' };
  const resolver = new Resolver(references, table);
  for (const [name, others] of Object.entries(NAMES)) {
    const value = firstValue(item, others);
    if (value !== undefined) given[name] = plainLinesOf(inOneSystem(resolver.resolve(value, 0)));
  }
  given['recipeIngredient'] = withAmounts(given['recipeIngredient'], resolver.resolve(item['yields'], 0));
  const { name = '', recipeIngredient } = given;
  const isRecipe = typeof name === 'string' && isList(recipeIngredient);
  return isRecipe ? given : undefined;
}

/** Meal kits have the names in one list, and the amounts for each number of people in others, by the same ids. */
function withAmounts(ingredients: unknown, yields: unknown): unknown {
  const [first] = Array.isArray(yields) ? yields : [];
  const amounts = isItem(first) ? first['ingredients'] : undefined;
  if (!Array.isArray(ingredients) || !Array.isArray(amounts)) return ingredients;
  const byId = new Map(amounts.filter(isItem).map((amount) => [amount['id'], amount]));
  return ingredients.map((each) => (isItem(each) ? { ...byId.get(each['id']), ...each } : each));
}

/** Some states have the lists in metric and in American units. */
function inOneSystem(value: unknown): unknown {
  return isItem(value) && Array.isArray(value['metric']) ? value['metric'] : value;
}

function firstValue(item: Item, names: readonly string[]): unknown {
  const found = names.find((name) => {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    return (
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
    );
  });
  return found === undefined ? undefined : item[found];
}

/** Ingredients with names, not the numbers of them or only a text about them. */
function isList(value: unknown): boolean {
  if (isItem(value)) return Object.values(value).some(isList);
  if (!Array.isArray(value)) return typeof value === 'string' && value.split('\n').length > 2;
  return value.some((each) => typeof each === 'string' || isItem(each) || isList(each));
}

const MAX_RESOLVED = 5_000;

/** Replaces what refers to other objects: `__ref` in a cache of Apollo, the positions in a payload of Nuxt. */
class Resolver {
  readonly #references: Item;
  readonly #table: readonly unknown[];
  #count = 0;

  constructor(references: Item, table: readonly unknown[]) {
    this.#references = references;
    this.#table = table;
  }

  resolve(value: unknown, nesting: number): unknown {
    this.#count += 1;
    if (this.#count > MAX_RESOLVED || nesting > 12) return undefined;
    if (typeof value === 'number' && this.#isPayload) return this.#at(value, nesting);
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, nesting + 1));
    if (!isItem(value)) return value;
    const { __ref: reference } = value;
    if (typeof reference === 'string') return this.resolve(this.#references[reference], nesting + 1);
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.resolve(each, nesting + 1)]),
    );
  }

  /** A payload begins with the position of the whole state, as in [["ShallowReactive",1],{"data":2},…]. */
  get #isPayload(): boolean {
    const [first] = this.#table;
    return Array.isArray(first) && typeof first[0] === 'string' && typeof first[1] === 'number';
  }

  #at(position: number, nesting: number): unknown {
    const value = this.#table[position];
    return typeof value === 'number' ? value : this.resolve(value, nesting + 1);
  }
}
