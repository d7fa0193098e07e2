/** Crouton: a `.crumb` file of JSON for each recipe. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  byNumber,
  type Fields,
  fieldsOf,
  isFields,
  linesOf,
  listOf,
  minutesOf,
  namesOf,
  numberOf,
  pick,
  textOf,
} from '#import/archive/fields.ts';
import { ingredientLine } from '#import/archive/ingredient-text.ts';
import type { Source } from '#import/archive/source.ts';
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isCrouton(value: unknown): value is Fields {
  if (!isFields(value) || typeof value['name'] !== 'string') return false;
  return (
    fieldsOf(value['ingredients']).some(({ ingredient }) => isFields(ingredient)) ||
    fieldsOf(value['steps']).some(({ step }) => typeof step === 'string')
  );
}

export function* readCrouton(fields: Fields, source: Source): Generator<ArchiveItem> {
  const [title, id] = [textOf(fields['name']) ?? '', textOf(fields['uuid'])];
  const [serves, nutrition] = [
    numberOf(fields['serves']) ?? 0,
    linesOf(fields['neutritionalInfo']).join('; '),
  ];
  const recipe = withoutUndefined({
    title,
    yield: serves > 0 ? `${serves} servings` : undefined,
    prepMinutes: minutesOf(fields['duration']),
    cookMinutes: minutesOf(fields['cookingDuration']),
    ingredientGroups: ingredientGroups(fields),
    stepGroups: stepGroups(fields),
    notes: linesOf(fields['notes']),
    source: textOf(pick(fields, 'webLink', 'sourceName')),
    tags: namesOf(fields['tags']),
    categories: [],
    cuisines: [],
    nutrition: nutrition === '' ? undefined : { description: nutrition },
    picture: source.encodedPicture(title, listOf(fields['images'])),
  });
  yield { kind: 'recipe', format: 'crouton', ...(id && { id: `crouton:${id}` }), recipe };
}

const SECTION = 'SECTION';
/** Units that are not written. */
const NO_UNIT = ['ITEM', 'RECIPE', ''];
const UNITS = new Map(
  Object.entries({
    GRAMS: 'g',
    KGS: 'kg',
    MILLS: 'ml',
    LITRES: 'l',
    TABLESPOON: 'tbsp',
    TEASPOON: 'tsp',
    FLUID_OUNCE: 'fl oz',
    OUNCE: 'oz',
    POUND: 'lb',
  }),
);

function ingredientGroups(fields: Fields): IngredientGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const row of fieldsOf(fields['ingredients']).toSorted(byNumber('order'))) {
    const quantity = isFields(row['quantity']) ? row['quantity'] : {};
    const food = isFields(row['ingredient']) ? row['ingredient']['name'] : undefined;
    const unit = textOf(quantity['quantityType']) ?? '';
    const line = ingredientLine({ amount: quantity['amount'], unit: unitText(unit), food });
    if (unit === SECTION) groups.push({ heading: textOf(food) ?? '', lines: [] });
    else if (line !== '') groups.at(-1)?.lines.push(line);
  }
  return withoutEmpty(groups);
}

/** "GRAMS" is g, and an unknown unit its own name: "BUNCH" is bunch. */
function unitText(unit: string): string | undefined {
  return NO_UNIT.includes(unit) ? undefined : (UNITS.get(unit) ?? unit.toLowerCase().replaceAll('_', ' '));
}

function stepGroups(fields: Fields): StepGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  for (const row of fieldsOf(fields['steps']).toSorted(byNumber('order'))) {
    const step = linesOf(row['step']).join('\n');
    if (step === '') continue;
    if (row['isSection'] === true) groups.push({ heading: step, lines: [] });
    else groups.at(-1)?.lines.push(step);
  }
  return withoutEmpty(groups).map(({ lines, ...group }) => ({ ...group, steps: lines }));
}
