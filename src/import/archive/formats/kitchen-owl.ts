/** KitchenOwl: one JSON file of a household. The amount of an ingredient is the description of its item. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  minutesOf,
  namesOf,
  numberOf,
  stepGroupsOf,
  textOf,
} from '#import/archive/fields.ts';
import { ingredientLine } from '#import/archive/ingredient-text.ts';
import type { Source } from '#import/archive/source.ts';
import { parseLanguage, withoutUndefined } from '#import/page/schema-recipe.ts';

export function isKitchenOwl(value: unknown): value is Fields {
  return isFields(value) && fieldsOf(value['recipes']).some((recipe) => Array.isArray(recipe['items']));
}

export function* readKitchenOwl(household: Fields, source: Source): Generator<ArchiveItem> {
  const language = parseLanguage(textOf(household['language']));
  for (const fields of fieldsOf(household['recipes'])) {
    const [servings, photo] = [numberOf(fields['yields']) ?? 0, textOf(fields['photo'])];
    const items = fieldsOf(fields['items']);
    const lines = items.map(lineOf).filter((line) => line !== '');
    const recipe = withoutUndefined({
      title: textOf(fields['name']) ?? '',
      yield: servings > 0 ? `${servings} servings` : undefined,
      prepMinutes: minutesOf(fields['prep_time']),
      cookMinutes: minutesOf(fields['cook_time']),
      totalMinutes: minutesOf(fields['time']),
      ingredientGroups: lines.length === 0 ? [] : [{ lines }],
      stepGroups: stepGroupsOf(withoutReferences(fields['description'], items)),
      notes: [],
      source: textOf(fields['source']),
      language,
      tags: namesOf(fields['tags']),
      categories: [],
      cuisines: [],
      picture: photo?.startsWith('http') ? { address: photo } : undefined,
    });
    yield { kind: 'recipe', format: 'kitchen-owl', recipe };
    if (photo !== undefined && recipe.picture === undefined) source.leaveOut('pictures-not-in-file');
  }
  if (listOf(household['expenses']).length > 0) source.leaveOut('expenses');
  if (listOf(household['shoppinglists']).length > 0) source.leaveOut('list-names');
}

/** "80 g grated" and "80g grated" are an amount and a remark, "2 large" is an amount. */
function amountAndNote(text: string): { amount: string; note?: string } {
  const words = text.split(' ');
  const length = /^[\d.,/½¼¾-]+$/.test(words[0] ?? '') ? 2 : 1;
  const note = words.slice(length).join(' ');
  const isSplit = /^\d/.test(text) && note !== '' && !/\d/.test(note);
  return isSplit ? { amount: words.slice(0, length).join(' '), note } : { amount: text };
}

function lineOf({ name, description, optional }: Fields): string {
  const line = ingredientLine({ ...amountAndNote(textOf(description) ?? ''), food: name });
  return optional === true && line !== '' ? `${line} (optional)` : line;
}

/** Steps refer to items: "Add @tomato_paste". */
function withoutReferences(description: unknown, items: readonly Fields[]): string {
  const names = new Map(items.map(({ name }) => [referenceTo(textOf(name) ?? ''), textOf(name) ?? '']));
  const text = typeof description === 'string' ? description : '';
  return text.replaceAll(
    /@([\p{L}\p{N}_-]+)/gu,
    (whole, reference: string) => names.get(reference.toLowerCase()) ?? whole,
  );
}

function referenceTo(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}
