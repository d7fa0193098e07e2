/** Converts recipes in microdata and RDFa into the form of JSON-LD. */
import type { Document, Element } from '#import/page/document.ts';
import { linesOf, textOf } from '#import/page/plain-text.ts';
import type { Item } from '#import/page/schema-values.ts';

/** The names of the attributes in each syntax. */
type Syntax = { readonly type: string; readonly property: string; readonly scope: string };
const SYNTAXES: readonly Syntax[] = [
  { type: 'itemtype', property: 'itemprop', scope: 'itemscope' },
  { type: 'typeof', property: 'property', scope: 'typeof' },
];

/** schema.org, and its predecessor data-vocabulary.org with the prefix "v". */
const RECIPE_TYPE = /(?:^|[/:#\s])Recipe(?:$|[\s#])/i;
const INGREDIENT = /^(?:recipe)?ingredients?$/i;
const KNOWN_PREFIX = /^(?:schema|s|v|rdfs|https?):/i;
/** The names of data-vocabulary.org, and common misspellings. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ingredient: 'recipeIngredient',
  ingredients: 'recipeIngredient',
  recipeingredient: 'recipeIngredient',
  recipeingredients: 'recipeIngredient',
  instruction: 'recipeInstructions',
  instructions: 'recipeInstructions',
  recipeinstruction: 'recipeInstructions',
  recipeinstructions: 'recipeInstructions',
  summary: 'description',
  photo: 'image',
  yield: 'recipeYield',
  recipeyield: 'recipeYield',
  duration: 'totalTime',
  preptime: 'prepTime',
  cooktime: 'cookTime',
  totaltime: 'totalTime',
  recipetype: 'recipeCategory',
  recipecategory: 'recipeCategory',
  recipecuisine: 'recipeCuisine',
  label: 'name',
};

/** Limits of hostile pages: nested properties repeat the text inside them. */
const MAX_RECIPES = 100;
const MAX_CHARACTERS = 2_000_000;

export function findEmbeddedRecipes(document: Document): Item[] {
  return SYNTAXES.flatMap((syntax) => {
    const roots: Element[] = [];
    let hasIngredients = false;
    for (const element of document.marked) {
      if (RECIPE_TYPE.test(element.attribute(syntax.type) ?? '')) roots.push(element);
      hasIngredients ||= INGREDIENT.test(element.attribute(syntax.property) ?? '');
    }
    const reader = new Reader(document, syntax);
    if (roots.length === 0) return hasIngredients ? [reader.withoutScope()] : [];
    return outermost(roots)
      .slice(0, MAX_RECIPES)
      .map((root) => reader.recipe(root));
  });
}

/** Of elements in document order, those that are not inside another one. */
export function outermost(elements: readonly Element[]): Element[] {
  let last = -1;
  return elements.filter(({ order, lastOrder }) => {
    if (order <= last) return false;
    last = lastOrder;
    return true;
  });
}

class Reader {
  readonly #document: Document;
  readonly #syntax: Syntax;
  #characters = 0;

  constructor(document: Document, syntax: Syntax) {
    this.#document = document;
    this.#syntax = syntax;
  }

  /** References are followed for the recipe only, so they cannot form a cycle. */
  recipe(root: Element): Item {
    const values = new Map<string, unknown[]>();
    this.#collect(root, values);
    const references = root.attribute('itemref')?.split(/\s+/) ?? [];
    if (references.length > 0) {
      const ids = new Set(references);
      for (const element of this.#document.elements) {
        if (ids.has(element.attribute('id') ?? '') && !root.contains(element)) {
          this.#collectElement(element, values);
        }
      }
    }
    return { '@type': 'Recipe', ...Object.fromEntries(values) };
  }

  /** Some pages mark the ingredients, but not the recipe around them. */
  withoutScope(): Item {
    const { recipeIngredient, recipeInstructions } = this.recipe(this.#document.root);
    return { '@type': 'Recipe', recipeIngredient, recipeInstructions };
  }

  /** Recursion is safe: a document has at most 256 levels. */
  #item(root: Element): Item {
    const values = new Map<string, unknown[]>();
    this.#collect(root, values);
    return { '@type': root.attribute(this.#syntax.type) ?? '', ...Object.fromEntries(values) };
  }

  #collect(parent: Element, values: Map<string, unknown[]>): void {
    for (const child of parent.children) if (typeof child !== 'string') this.#collectElement(child, values);
  }

  #collectElement(element: Element, values: Map<string, unknown[]>): void {
    const names = this.#propertyNames(element);
    const hasScope = element.attribute(this.#syntax.scope) !== undefined;
    for (const name of names) {
      if (this.#characters > MAX_CHARACTERS) return;
      const value = this.#value(element, name, hasScope);
      if (typeof value === 'string') this.#characters += value.length;
      const known = values.get(name);
      if (value !== '' && known) known.push(value);
      else if (value !== '') values.set(name, [value]);
    }
    // The properties inside an ingredient or a step are parts of its text.
    if (!hasScope && !names.includes('recipeIngredient')) this.#collect(element, values);
  }

  #propertyNames(element: Element): string[] {
    const given = element.attribute(this.#syntax.property) ?? this.#relation(element);
    if (given === undefined) return [];
    return given.split(/\s+/).flatMap((name) => {
      if (name === '' || (name.includes(':') && !KNOWN_PREFIX.test(name))) return [];
      const short = name.slice(
        Math.max(name.lastIndexOf(':'), name.lastIndexOf('/'), name.lastIndexOf('#')) + 1,
      );
      return [SYNONYMS[short.toLowerCase()] ?? short];
    });
  }

  /** RDFa: rel="v:ingredient" around an item. Without a prefix, `rel` is about links. */
  #relation(element: Element): string | undefined {
    const given = this.#syntax.type === 'typeof' ? element.attribute('rel') : undefined;
    return given?.includes(':') ? given : undefined;
  }

  #value(element: Element, name: string, hasScope: boolean): unknown {
    const content = element.attribute('content');
    if (element.name === 'meta') return content ?? '';
    if (name === 'recipeIngredient') return this.#ingredient(element) || (content ?? '');
    if (hasScope) return this.#scopeValue(element);
    if (name === 'image' || name === 'url' || name === 'thumbnailUrl')
      return addressOf(element) ?? textOf(element);
    if (name.endsWith('Time')) return timeOf(element);
    return linesOf(element).join('\n') || (content ?? element.attribute('href') ?? '');
  }

  /** Some pages mark only the food: <li>200 g <a itemprop="ingredients">flour</a></li>. */
  #ingredient(element: Element): string {
    const own = ingredientLines(element);
    if (/\d/.test(own) || !/^(?:a|span|b|strong|em)$/.test(element.name)) return own;
    const row = rowAround(element);
    const size = row ? row.lastOrder - row.order : MAX_ROW;
    if (row === undefined || size >= MAX_ROW) return own;
    const inside = this.#document.elements.slice(row.order + 1, row.lastOrder + 1);
    const ingredients = inside.filter((each) => this.#propertyNames(each).includes('recipeIngredient'));
    const text = textOf(row);
    return ingredients.length === 1 && /\d/.test(text) ? text : own;
  }

  #scopeValue(element: Element): unknown {
    const item = this.#item(element);
    return Object.keys(item).length > 1 ? item : linesOf(element).join('\n');
  }
}

/** More elements than this are not one ingredient; it also limits the time for hostile pages. */
const MAX_ROW = 20;
const MAX_LEVELS = 4;

function rowAround(element: Element): Element | undefined {
  let above = element.parent;
  for (let level = 0; above !== undefined && level < MAX_LEVELS; level += 1) {
    if (above.name === 'li' || above.name === 'tr') return above;
    above = above.parent;
  }
  return undefined;
}

/** One ingredient, or a whole list in one element. */
function ingredientLines(element: Element): string {
  const inner = element.children.filter((child) => typeof child !== 'string');
  const isList = /^(?:ul|ol|table|tbody|dl)$/.test(element.name);
  const hasList = inner.some(({ name }) => /^(?:ul|ol|table|br|p)$/.test(name));
  return isList || (hasList && element.name !== 'li') ? linesOf(element).join('\n') : textOf(element);
}

function timeOf(element: Element): string {
  return (
    element.attribute('datetime') ||
    element.attribute('content') ||
    element.attribute('title') ||
    textOf(element)
  );
}

/** Pages that load pictures late have the address in another attribute, and a placeholder in `src`. */
export function addressOf(element: Element): string | undefined {
  const names = ['content', 'data-src', 'data-lazy-src', 'data-original', 'src', 'href', 'resource'];
  const found = names
    .map((name) => element.attribute(name))
    .find((value) => value && !value.startsWith('data:'));
  if (found !== undefined) return found;
  const set = element.attribute('data-srcset') ?? element.attribute('srcset');
  const first = set?.trim().split(/[\s,]/, 1)[0];
  if (first) return first;
  for (const child of element.children) {
    const inner = typeof child === 'string' ? undefined : addressOf(child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
