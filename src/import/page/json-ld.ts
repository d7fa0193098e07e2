/** Finds the recipes in JSON-LD: at the top, in @graph, in arrays, as main entity of a page, or in lists. */
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import { MAX_NESTING } from './json.ts';
import { readSchemaRecipe } from './schema-recipe.ts';
import { isItem, type Item, typesOf } from './schema-values.ts';

/** All recipes in a value that `JSON.parse` has returned, in order. */
export function readJsonLd(value: unknown): ImportedRecipe[] {
  return findRecipes([value]).map((item) => readSchemaRecipe(item));
}

/** All items of the type Recipe in these values. References to other items by @id are replaced by the items. */
export function findRecipes(values: readonly unknown[]): Item[] {
  const byId = new Map<string, Item>();
  const recipes: Item[] = [];
  visit(values, (item) => {
    const id = item['@id'];
    if (typeof id === 'string' && Object.keys(item).length > 1 && !byId.has(id)) byId.set(id, item);
    if (typesOf(item).includes('recipe') || hasIngredients(item)) recipes.push(item);
  });
  return recipes.map((item) => resolved(item, byId));
}

/** Some articles have the properties of a recipe, but not its type. */
function hasIngredients(item: Item): boolean {
  const { recipeIngredient } = item;
  return Array.isArray(recipeIngredient) && recipeIngredient.length > 0;
}

/** Calls `see` for every object, in document order. Not recursive: JSON may be nested without limit. */
function visit(values: readonly unknown[], see: (item: Item) => void): void {
  const pending: { value: unknown; nesting: number }[] = values
    .map((value) => ({ value, nesting: 0 }))
    .toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, nesting } = next;
    if (typeof value !== 'object' || value === null || nesting > MAX_NESTING) continue;
    if (isItem(value)) see(value);
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
    for (const each of inner.toReversed()) {
      if (typeof each === 'object') pending.push({ value: each, nesting: nesting + 1 });
    }
  }
}

/** Only the direct values: authors and pictures are what pages refer to. */
function resolved(item: Item, byId: ReadonlyMap<string, Item>): Item {
  const resolve = (value: unknown, isInArray = false): unknown => {
    if (Array.isArray(value) && !isInArray) return value.map((each: unknown) => resolve(each, true));
    if (!isItem(value) || Object.keys(value).length !== 1) return value;
    const id = value['@id'];
    return (typeof id === 'string' ? byId.get(id) : undefined) ?? value;
  };
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, resolve(value)]));
}
