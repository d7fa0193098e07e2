/**
 * Recipes in JSON-LD: the exports of RecipeSage (an array) and of Nextcloud's Cookbook (a folder for each recipe with
 * `recipe.json` and `full.jpg`), and those of any other program.
 */
import type { ImportFormat } from '#domain/recipe/import-formats.ts';
import { type ArchiveItem, ownRecipe } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  ingredientGroupsOf,
  isFields,
  linesOf,
  listOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import type { ImportedRecipe, IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withOwnFields } from '#import/own-fields.ts';
import { findRecipes, readJsonLd } from '#import/page/json-ld.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';

/** The property with which Weekfare's own files lose nothing. An undeclared prefix makes it an absolute name. */
export const JSON_LD_FIELD = 'weekfare:recipe';

/** One recipe at a time, which bounds the memory for the texts. */
export async function* readJsonLdItems(value: unknown, source: Source): AsyncGenerator<ArchiveItem> {
  for (const item of findRecipes([value])) {
    const own = readOwn(item);
    if (own) {
      yield own;
      continue;
    }
    const format = formatOf(item);
    const [read] = readJsonLd(format === 'recipe-sage' ? withSections(item) : item);
    if (!read) continue;
    const id = format === 'json-ld' ? undefined : textOf(item['identifier'] ?? item['id']);
    const picture = await source.picture('full.jpg', 'full.png', 'full.webp', 'thumb.jpg');
    const recipe: ImportedRecipe = {
      ...read,
      ...(format !== 'json-ld' && withHeadings(read)),
      ...(format === 'recipe-sage' && extrasOfRecipeSage(item)),
      ...(picture && { picture }),
    };
    yield { kind: 'recipe', format, ...(id && { id: `${format}:${id}` }), recipe: withWebPicture(recipe) };
    if (item['aggregateRating'] && format === 'recipe-sage') source.leaveOut('ratings');
    if (listOf(item['tool']).length > 0) source.leaveOut('tools');
  }
}

function readOwn(item: Fields): ArchiveItem | undefined {
  const { [JSON_LD_FIELD]: own, ...properties } = item;
  const [read] = own === undefined ? [] : readJsonLd(properties);
  if (!read || !isFields(own)) return undefined;
  const exported = withOwnFields(own['@value'], recipeSourceOf(read).source, JSON.stringify(properties));
  return exported && ownRecipe(exported, read);
}

function formatOf(item: Fields): ImportFormat {
  if ('creditText' in item && 'isBasedOn' in item) return 'recipe-sage';
  return 'id' in item && 'recipeYield' in item && 'tool' in item ? 'nextcloud-cookbook' : 'json-ld';
}

/** RecipeSage writes a section as an item without steps before its steps. */
function withSections(item: Fields): Fields {
  const sections: { '@type': string; name?: unknown; itemListElement: unknown[] }[] = [];
  for (const step of listOf(item['recipeInstructions'])) {
    const isSection = isFields(step) && step['@type'] === 'HowToSection';
    if (isSection || sections.length === 0) sections.push({ '@type': 'HowToSection', itemListElement: [] });
    const last = sections.at(-1);
    if (isSection && last) last.name = step['name'];
    else last?.itemListElement.push(step);
  }
  return { ...item, recipeInstructions: sections };
}

/** "## Dough" in Nextcloud's lists, "[Dough]" in RecipeSage's. */
function withHeadings({ ingredientGroups, stepGroups }: ImportedRecipe): {
  ingredientGroups: IngredientGroup[];
  stepGroups: StepGroup[];
} {
  return {
    ingredientGroups: ingredientGroups.flatMap((group) =>
      regroup(group, ingredientGroupsOf(group.lines.join('\n'))),
    ),
    stepGroups: stepGroups.flatMap((group) => regroup(group, stepGroupsOf(group.steps.join('\n')))),
  };
}

function regroup<Group extends { readonly heading?: string }>(
  { heading }: { readonly heading?: string },
  groups: Group[],
): Group[] {
  return groups.map((group, at) =>
    at === 0 && heading !== undefined && group.heading === undefined ? { ...group, heading } : group,
  );
}

function extrasOfRecipeSage(item: Fields): Partial<ImportedRecipe> {
  const notes = fieldsOf(item['comment']).flatMap(({ text }) => linesOf(text));
  const source = textOf(item['isBasedOn']) ?? textOf(item['creditText']);
  return { notes, ...(source && { source }) };
}

/** A picture without a full address was on a server that we do not know. */
function withWebPicture(recipe: ImportedRecipe): ImportedRecipe {
  const { picture, ...rest } = recipe;
  return picture && 'address' in picture && !/^https?:\/\//.test(picture.address) ? rest : recipe;
}
