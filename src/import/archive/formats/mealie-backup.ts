/** The backup of Mealie: `database.json` with all tables. Only it has the plan and the shopping lists. */
import type { ArchiveItem, ImportedMeal } from '#import/archive/archive-item.ts';
import { byNumber, type Fields, fieldsOf, isFields, isTrue, pick, textOf } from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import { leaveOutExtras, lineOf, recipeOf } from './mealie.ts';

export function isMealieBackup(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(value['recipes']) && Array.isArray(value['recipes_ingredients']);
}

/** Not a generator, which would hold all tables in memory until the last recipe is read. */
export function readMealieBackup(tables: Fields, source: Source): AsyncGenerator<ArchiveItem> {
  return readTables(new Tables(tables), source);
}

async function* readTables(tables: Tables, source: Source): AsyncGenerator<ArchiveItem> {
  for (const row of tables.recipes) {
    const id = idOf(row['id']) ?? '';
    const folder = `data/recipes/${dashed(id)}/images/`;
    const picture = await source.picture(`${folder}original.webp`, `${folder}min-original.webp`);
    const fields = tables.takeRecipe(row, id);
    yield { kind: 'recipe', format: 'mealie-backup', id: `mealie:${id}`, recipe: recipeOf(fields, picture) };
    leaveOutExtras(fields, source);
  }
  for (const row of tables.mealPlans) {
    const meal = mealOf(row);
    if (meal) yield { kind: 'meal', meal };
  }
  yield* listItems(tables);
}

/** The tables that are imported, some of them by the recipe or the row that their rows belong to. */
class Tables {
  readonly recipes: readonly Fields[];
  readonly mealPlans: readonly Fields[];
  readonly listItems: readonly Fields[];
  readonly lists: ReadonlyMap<string, Fields>;
  readonly #recipes: Map<string, Fields>;
  readonly #foods: Map<string, Fields>;
  readonly #units: Map<string, Fields>;
  readonly #tags: Map<string, Fields>;
  readonly #categories: Map<string, Fields>;
  readonly #children: Map<string, Map<string, Fields[]>>;

  constructor(tables: Fields) {
    this.recipes = fieldsOf(tables['recipes']);
    this.mealPlans = fieldsOf(tables['group_meal_plans']);
    this.listItems = fieldsOf(tables['shopping_list_items']).toSorted(byNumber('position'));
    this.lists = byId(tables['shopping_lists']);
    this.#recipes = byId(tables['recipes']);
    this.#foods = byId(tables['ingredient_foods']);
    this.#units = byId(tables['ingredient_units']);
    this.#tags = byId(tables['tags']);
    this.#categories = byId(tables['categories']);
    this.#children = new Map(CHILDREN.map((name) => [name, byRecipe(tables[name])]));
  }

  /** In the form of an export. Its rows in other tables are released. */
  takeRecipe(row: Fields, id: string): Fields {
    return {
      ...row,
      recipe_ingredient: this.#take('recipes_ingredients', id).map((each) => this.withNames(each)),
      recipe_instructions: this.#take('recipe_instructions', id),
      notes: this.#take('notes', id),
      comments: this.#take('recipe_comments', id),
      settings: this.#take('recipe_settings', id)[0],
      nutrition: this.#take('recipe_nutrition', id)[0],
      tags: this.#take('recipes_to_tags', id).flatMap(
        (each) => this.#tags.get(idOf(each['tag_id']) ?? '') ?? [],
      ),
      recipe_category: this.#take('recipes_to_categories', id).flatMap(
        (each) => this.#categories.get(idOf(each['category_id']) ?? '') ?? [],
      ),
      assets: this.#take('recipe_assets', id),
      tools: this.#take('recipes_to_tools', id),
      user_ratings: this.#take('users_to_recipes', id),
    };
  }

  /** An ingredient or an item of a list with its food, or the recipe that stands for it, and unit. */
  withNames(row: Fields): Fields {
    const [food, unit, recipe] = ['food_id', 'unit_id', 'referenced_recipe_id'].map(
      (name) => idOf(row[name]) ?? '',
    ) as [string, string, string];
    return {
      ...row,
      food: this.#foods.get(food),
      unit: this.#units.get(unit),
      referenced_recipe: this.#recipes.get(recipe),
    };
  }

  #take(table: (typeof CHILDREN)[number], recipe: string): Fields[] {
    const rows = this.#children.get(table)?.get(recipe) ?? [];
    this.#children.get(table)?.delete(recipe);
    return rows;
  }
}

const CHILDREN = [
  ...(['recipes_ingredients', 'recipe_instructions', 'notes', 'recipe_comments', 'recipe_settings'] as const),
  ...([
    'recipe_nutrition',
    'recipes_to_tags',
    'recipes_to_categories',
    'recipe_assets',
    'recipes_to_tools',
    'users_to_recipes',
  ] as const),
] as const;

/** SQLite's backups have ids without dashes, PostgreSQL's with. */
function idOf(value: unknown): string | undefined {
  return textOf(value)?.replaceAll('-', '').toLowerCase();
}

function dashed(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}

function byId(value: unknown): Map<string, Fields> {
  return new Map(fieldsOf(value).map((row) => [idOf(row['id']) ?? '', row]));
}

/** Sorted by position. */
function byRecipe(value: unknown): Map<string, Fields[]> {
  const rows = fieldsOf(value).toSorted(byNumber('position'));
  return Map.groupBy(rows, (row) => idOf(pick(row, 'recipe_id', 'recipee_id')) ?? '');
}

function mealOf(row: Fields): ImportedMeal | undefined {
  const [date, recipe] = [textOf(row['date'])?.slice(0, 10), idOf(row['recipe_id'])];
  const text = [textOf(row['title']), textOf(row['text'])].filter((part) => part !== undefined).join(': ');
  if (date === undefined || (recipe === undefined && text === '')) return undefined;
  const slot = textOf(row['entry_type']) ?? 'dinner';
  return { date, slot, ...(recipe && { recipeId: `mealie:${recipe}` }), ...(text && { text }) };
}

function* listItems(tables: Tables): Generator<ArchiveItem> {
  for (const row of tables.listItems) {
    const text = lineOf(tables.withNames(row), false);
    const list = textOf(tables.lists.get(idOf(row['shopping_list_id']) ?? '')?.['name']) ?? '';
    if (text !== '') yield { kind: 'list-item', item: { list, text, isTicked: isTrue(row['checked']) } };
  }
}
