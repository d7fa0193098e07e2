/** Tandoor's own export: an archive with an archive for each recipe, whose ingredients are inside the steps. */
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import {
  byNumber,
  type Fields,
  fieldsOf,
  isFields,
  isTrue,
  linesOf,
  minutesOf,
  namesOf,
  numberOf,
  nutritionOf,
  textOf,
} from '#import/archive/fields.ts';
import { amountText, ingredientLine, nameFor } from '#import/archive/ingredient-text.ts';
import type { Source } from '#import/archive/source.ts';
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
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
  const inSteps = steps.reduce((sum, step) => sum + (minutesOf(step['time']) ?? 0), 0);
  const recipe = withoutUndefined({
    title: textOf(fields['name']) ?? '',
    description: linesOf(fields['description']).join(' ') || undefined,
    yield: yieldOf(fields),
    prepMinutes: working,
    totalMinutes: (working ?? 0) + (waiting ?? 0) || inSteps || undefined,
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
  const groups: LineGroup[] = [{ ...(heading && { heading }), lines: [] }];
  for (const ingredient of ingredientsOf(step)) {
    const line = lineOf(ingredient);
    if (!isTrue(ingredient['is_header'])) groups.at(-1)?.lines.push(line);
    else {
      const note = textOf(ingredient['note']);
      groups.push({ heading: note ?? line, lines: [] });
      // Tandoor hides the food of a header. It may have been one of the ingredients.
      if (note !== undefined && line !== note) groups.at(-1)?.lines.push(lineOf({ ...ingredient, note: '' }));
    }
  }
  return groups
    .filter(({ lines }, at) => lines.length > 0 || at > 0)
    .flatMap((group) => withoutEmpty([group]))
    .map(({ lines, ...group }) => ({ ...group, lines: lines.filter((line) => line !== '') }));
}

function ingredientsOf(step: Fields): Fields[] {
  return fieldsOf(step['ingredients']).toSorted(byNumber('order'));
}

function lineOf(ingredient: Fields): string {
  return ingredientLine(partsOf(ingredient));
}

function partsOf({ amount, unit, food, note, ...others }: Fields) {
  const hasAmount = !isTrue(others['no_amount']);
  return {
    amount: hasAmount ? amount : undefined,
    unit: hasAmount ? nameFor(unit, amount) : undefined,
    food: nameFor(food, amount),
    note,
  };
}

/** An instruction may refer to an ingredient of its step, or a part of it: "{{ ingredients[0].food }}". */
const REFERENCE = /\{\{ {0,3}ingredients\[(\d{1,3})\](?:\.(amount|unit|food|note))? {0,3}\}\}/g;
/** And to numbers that change with the servings. */
const SCALE = /\{\{ {0,3}scale\((\d{1,9}(?:\.\d{1,9})?)\) {0,3}\}\}/g;

function referredText(ingredient: Fields, part: string | undefined): string {
  const { amount, unit, food, note } = partsOf(ingredient);
  if (part === undefined) return lineOf(ingredient);
  if (part === 'amount') return amountText(amount, unit) ?? '';
  return (part === 'unit' ? unit : part === 'food' ? food : textOf(note)) ?? '';
}

function stepGroups(steps: readonly Fields[]): StepGroup[] {
  return steps.flatMap((step) => {
    const ingredients = ingredientsOf(step);
    const instruction = textOfStep(step['instruction'])
      .replaceAll(REFERENCE, (_, at: string, part?: string) =>
        referredText(ingredients[Number(at)] ?? {}, part),
      )
      .replaceAll(SCALE, '$1');
    const [heading, lines] = [textOf(step['name']), linesOf(instruction)];
    // The ingredients of a step have its name as their heading.
    if (lines.length === 0)
      return heading === undefined || ingredients.length > 0 ? [] : [{ steps: [heading] }];
    return [{ ...(heading && { heading }), steps: withoutNumbering(lines) }];
  });
}

function textOfStep(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
