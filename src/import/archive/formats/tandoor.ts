/** Tandoor's own export: an archive with an archive for each recipe, whose ingredients are inside the steps. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  byNumber,
  type Fields,
  fieldsOf,
  ingredientLine,
  isFields,
  linesOf,
  minutesOf,
  namesOf,
  numberOf,
  nutritionOf,
  textOf,
  withoutEmpty,
} from '#import/archive/fields.ts';
import type { Source } from '#import/archive/source.ts';
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { withoutUndefined } from '#import/page/schema-recipe.ts';

export function isTandoor(value: unknown): value is Fields {
  return (
    isFields(value) && Array.isArray(value['steps']) && ('working_time' in value || 'waiting_time' in value)
  );
}

export async function* readTandoor(fields: Fields, source: Source): AsyncGenerator<ArchiveItem> {
  const steps = fieldsOf(fields['steps']).toSorted(byNumber('order'));
  const nutrition = fields['nutrition'];
  const [working, waiting] = [minutesOf(fields['working_time']), minutesOf(fields['waiting_time'])];
  const recipe = withoutUndefined({
    title: textOf(fields['name']) ?? '',
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: yieldOf(fields),
    prepMinutes: working,
    totalMinutes: waiting === undefined ? working : (working ?? 0) + waiting,
    ingredientGroups: steps.flatMap(ingredientGroups),
    stepGroups: stepGroups(steps),
    notes: [],
    source: textOf(fields['source_url']),
    tags: namesOf(fields['keywords']),
    categories: [],
    cuisines: [],
    nutrition: isFields(nutrition) ? nutritionOf(nutrition, NUTRITION) : undefined,
    picture: await source.picture(...IMAGES),
  });
  yield { kind: 'recipe', format: 'tandoor', recipe };
}

const IMAGES = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'JPG', 'JPEG', 'PNG'].map((ending) => `image.${ending}`);

const NUTRITION = {
  calories: 'calories',
  carbohydrateContent: 'carbohydrates',
  fatContent: 'fats',
  proteinContent: 'proteins',
};

function yieldOf(fields: Fields): string | undefined {
  const [servings, text] = [numberOf(fields['servings']) ?? 0, textOf(fields['servings_text'])];
  return servings > 0 ? `${servings} ${text ?? 'servings'}` : text;
}

/** The name of a step is a heading, and so is an ingredient with `is_header`. */
function ingredientGroups(step: Fields): IngredientGroup[] {
  const heading = textOf(step['name']);
  const groups: { heading?: string; items: string[] }[] = [{ ...(heading && { heading }), items: [] }];
  for (const ingredient of ingredientsOf(step)) {
    if (ingredient['is_header'] === true)
      groups.push({ heading: textOf(ingredient['note']) ?? '', items: [] });
    else groups.at(-1)?.items.push(lineOf(ingredient));
  }
  return groups
    .filter(({ items }, at) => items.length > 0 || at > 0)
    .flatMap((group) => withoutEmpty([group]))
    .map(({ items, ...group }) => ({ ...group, lines: items.filter((line) => line !== '') }));
}

function ingredientsOf(step: Fields): Fields[] {
  return fieldsOf(step['ingredients']).toSorted(byNumber('order'));
}

function lineOf(ingredient: Fields): string {
  const [food, unit] = [ingredient['food'], ingredient['unit']];
  const hasAmount = ingredient['no_amount'] !== true;
  return ingredientLine({
    amount: hasAmount ? ingredient['amount'] : undefined,
    unit: hasAmount && isFields(unit) ? unit['name'] : undefined,
    food: isFields(food) ? food['name'] : undefined,
    note: ingredient['note'],
  });
}

/** An instruction may refer to an ingredient of its step: "{{ ingredients[0] }}". */
const REFERENCE = /\{\{ ?ingredients\[(\d{1,3})\] ?\}\}/g;
/** And to other values of templates, which mean nothing outside of Tandoor. */
const SCALE = /\{\{ ?scale\((\d{1,9})\) ?\}\}/g;

function stepGroups(steps: readonly Fields[]): StepGroup[] {
  return steps.flatMap((step) => {
    const ingredients = ingredientsOf(step);
    const instruction = textOfStep(step['instruction'])
      .replaceAll(REFERENCE, (_, at: string) => lineOf(ingredients[Number(at)] ?? {}))
      .replaceAll(SCALE, '$1');
    const [heading, lines] = [textOf(step['name']), linesOf(instruction)];
    return lines.length === 0 ? [] : [{ ...(heading && { heading }), steps: withoutNumbering(lines) }];
  });
}

function textOfStep(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
