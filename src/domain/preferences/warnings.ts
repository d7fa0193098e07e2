/**
 * Warnings: why an eater should not have a dish, or why that is not sure. Every place that shows a dish to a family
 * uses them, so that a dish placed by hand is checked like one from the planner.
 */
import type { ByLanguage } from '#languages/language.ts';
import type { DishFacts } from '#domain/food/dish-facts.ts';
import {
  type Allergen,
  ALLERGENS,
  type Diet,
  DIET_OF_ALLERGEN,
  DIETS_WITHOUT_TRACES,
} from '#domain/food/food.ts';
import {
  type BySlot,
  type Dish,
  dishesOf,
  eatersWithoutDish,
  type Meal,
  type Place,
} from '#domain/plan/plan.ts';
import type { Eater, NameStyle, RecurringMeal } from './preferences.ts';

export type WarningReason =
  | { kind: 'contains' | 'may-contain'; allergen: Allergen }
  | { kind: 'breaks' | 'may-break'; diet: Diet }
  /** A food that the eater never eats. */
  | { kind: 'disliked'; food: ByLanguage<string> }
  | { kind: 'not-sure'; lines: number };

/** `name` is empty where the family does not show names. */
export type Warning = {
  eaterId: string;
  name: string;
  reasons: WarningReason[];
  /** The name of the dish, where a meal has several. */
  dish?: string | undefined;
};

/** By recipe id, or by description for a dish without a recipe. A dish without warnings is absent. */
export type WarningsByMeal = { [recipeOrText: string]: Warning[] };

/** A recurring meal that is not proposed, and why. */
export type WarnedMeal = RecurringMeal & { warnings: Warning[] };

/**
 * The key of the warnings of a recipe's variant in WarningsByMeal. They are for eaters who get it: diets and dislikes by
 * the variant, but allergens and diets without traces by both, which are cooked in one kitchen. No recipe id or
 * description has a line feed.
 */
export function variantKey(recipeId: string): string {
  return `${recipeId}\nvariant`;
}

/** What the warnings of a variant depend on. */
export function factsWithVariant(dish: DishFacts, variant: DishFacts): DishFacts {
  const both = [dish, variant];
  const allergens = ALLERGENS.filter((allergen) => both.some((facts) => facts.allergens.includes(allergen)));
  const strict = DIETS_WITHOUT_TRACES.filter((diet) => dish.breaks.includes(diet));
  const maybeStrict = DIETS_WITHOUT_TRACES.filter((diet) => dish.mayBreak.includes(diet));
  const breaks = [...new Set([...variant.breaks, ...strict])];
  return {
    ...variant,
    allergens,
    mayContain: ALLERGENS.filter(
      (allergen) =>
        !allergens.includes(allergen) && both.some((facts) => facts.mayContain.includes(allergen)),
    ),
    breaks,
    mayBreak: [...new Set([...variant.mayBreak, ...maybeStrict])].filter((diet) => !breaks.includes(diet)),
    unsureLines: Math.max(dish.unsureLines, variant.unsureLines),
  };
}

/** Of all dishes, without those of eaters who eat something else. Nobody knows what is in a meal out. */
export function warningsOfMeal(meal: Meal, warnings: WarningsByMeal): Warning[] {
  return warningsBy(meal, ({ exceptEaters = [], ...dish }) =>
    warningsOfDish(dish, warnings).filter(({ eaterId }) => !exceptEaters.includes(eaterId)),
  );
}

/** The meal when the eaters of these warnings eat something else, each instead of the dish that the warning names. */
export function withExceptions(meal: Meal, warnings: readonly Warning[]): Meal {
  const withoutWarned = <Any extends Dish>(dish: Any): Any => {
    const warned = warnings.filter((warning) => (warning.dish ?? dish.description) === dish.description);
    if (warned.length === 0) return dish;
    const ids = new Set([...(dish.exceptEaters ?? []), ...warned.map(({ eaterId }) => eaterId)]);
    return { ...dish, exceptEaters: [...ids] };
  };
  const { sides } = meal;
  return { ...withoutWarned(meal), ...(sides && { sides: sides.map(withoutWarned) }) };
}

/** Of the eaters who eat something else, unless the meal says what: why. */
export function exceptedWarnings(meal: Meal, warnings: WarningsByMeal): Warning[] {
  const eaterIds = eatersWithoutDish(meal);
  return warningsBy(meal, ({ exceptEaters = [], ...dish }) =>
    warningsOfDish(dish, warnings).filter(
      ({ eaterId }) => exceptEaters.includes(eaterId) && eaterIds.includes(eaterId),
    ),
  );
}

function warningsBy(meal: Meal, ofDish: (dish: Dish) => Warning[]): Warning[] {
  if (meal.kind === 'eating-out') return [];
  const dishes = dishesOf(meal);
  if (dishes.length === 1) return dishes.flatMap(ofDish);
  return dishes.flatMap((dish) => ofDish(dish).map((warning) => ({ ...warning, dish: dish.description })));
}

function warningsOfDish(
  { recipeId, description, variant, eaterIds }: Dish,
  warnings: WarningsByMeal,
): Warning[] {
  const own = findByKey(warnings, recipeId ?? description) ?? [];
  const ofVariant = variant && recipeId !== undefined ? findByKey(warnings, variantKey(recipeId)) : undefined;
  // Without warnings of the variant, nothing is known of it: then those of the dish are for everyone.
  const all = variant && ofVariant ? mergeWarnings(own, ofVariant, variant.eaterIds) : own;
  return eaterIds ? all.filter(({ eaterId }) => eaterIds.includes(eaterId)) : all;
}

/** Only those of eaters who eat in the place. */
export function warningsAt(
  warnings: WarningsByMeal,
  absent: BySlot<string[]>,
  { day, slot }: Place,
): WarningsByMeal {
  const ids = absent[day]?.[slot];
  if (!ids) return warnings;
  return Object.fromEntries(
    Object.entries(warnings).map(([meal, found]) => [
      meal,
      found.filter(({ eaterId }) => !ids.includes(eaterId)),
    ]),
  );
}

function findByKey(warnings: WarningsByMeal, key: string): Warning[] | undefined {
  return Object.hasOwn(warnings, key) ? warnings[key] : undefined;
}

/** Eaters of the variant have its warnings; all others those of the dish, and those of traces of the variant. */
export function mergeWarnings(
  ofDish: readonly Warning[],
  ofVariant: readonly Warning[],
  eaterIds: readonly string[],
): Warning[] {
  const changed = ofVariant.flatMap((warning): Warning[] => {
    if (eaterIds.includes(warning.eaterId)) return [warning];
    const own = ofDish.find(({ eaterId }) => eaterId === warning.eaterId)?.reasons ?? [];
    const certain = own.filter((reason) => !isOfTraces(reason) && reason.kind !== 'not-sure');
    const reasons = [...warning.reasons.filter(isOfTraces), ...certain];
    if (reasons.length > 0) return [{ ...warning, reasons: withoutRepetition(reasons) }];
    return own.length > 0 ? [{ ...warning, reasons: own }] : [];
  });
  const isMissing = ({ eaterId }: Warning): boolean =>
    !eaterIds.includes(eaterId) && !changed.some((eater) => eater.eaterId === eaterId);
  return [...ofDish.filter(isMissing), ...changed];
}

/** Whether the reason counts for everyone at the table, because a dish and its variant are cooked in one kitchen. */
function isOfTraces(reason: WarningReason): boolean {
  return 'allergen' in reason || ('diet' in reason && DIETS_WITHOUT_TRACES.includes(reason.diet));
}

/** One warning for each eater whom the dish may harm. */
export function warningsFor(
  eaters: readonly Eater[],
  dish: DishFacts,
  nameFood: (foodId: string) => ByLanguage<string>,
): Warning[] {
  return eaters.flatMap((eater) => {
    const reasons = reasonsAgainst(eater, dish, nameFood);
    return reasons.length > 0 ? [{ eaterId: eater.id, name: eater.name, reasons }] : [];
  });
}

function reasonsAgainst(
  eater: Eater,
  dish: DishFacts,
  nameFood: (foodId: string) => ByLanguage<string>,
): WarningReason[] {
  const { allergens, diets, dislikes } = eater;
  const hardDislikes = dislikes.filter(({ isHard }) => isHard);
  const known: WarningReason[] = [
    ...common(allergens, dish.allergens).map((allergen) => ({ kind: 'contains' as const, allergen })),
    ...common(allergens, dish.mayContain).map((allergen) => ({ kind: 'may-contain' as const, allergen })),
    ...common(diets, dish.breaks).map((diet) => ({ kind: 'breaks' as const, diet })),
    ...common(diets, dish.mayBreak).map((diet) => ({ kind: 'may-break' as const, diet })),
    ...hardDislikes
      .filter(({ foodId }) => dish.foodIds.includes(foodId))
      .map(({ foodId }) => ({ kind: 'disliked' as const, food: nameFood(foodId) })),
  ];
  if (known.length > 0) return withoutRepetition(known);
  return dish.unsureLines > 0 && hasRules(eater) ? [{ kind: 'not-sure', lines: dish.unsureLines }] : [];
}

/** Whether there is anything that the eater never has. */
export function hasRules({ allergens, diets, dislikes }: Eater): boolean {
  return allergens.length > 0 || diets.length > 0 || dislikes.some(({ isHard }) => isHard);
}

/** "Gluten, not gluten-free" says the same twice. What is only possible says less than what is certain. */
function withoutRepetition(reasons: WarningReason[]): WarningReason[] {
  const dietsOf = (...kinds: WarningReason['kind'][]) =>
    new Set(
      reasons.flatMap((reason) =>
        'allergen' in reason && kinds.includes(reason.kind) ? DIET_OF_ALLERGEN[reason.allergen] : [],
      ),
    );
  const implied = { breaks: dietsOf('contains'), 'may-break': dietsOf('contains', 'may-contain') };
  return reasons.filter((reason) => !('diet' in reason) || !implied[reason.kind].has(reason.diet));
}

function common<Word>(first: readonly Word[], second: readonly Word[]): Word[] {
  return first.filter((word) => second.includes(word));
}

/** Whether a food of the dish, or a brand of it, is a reason; if not, only unknown lines are. */
export function isCertain({ reasons }: Warning): boolean {
  return reasons.some(({ kind }) => kind !== 'not-sure');
}

/** Whether everything that it says depends on brands or on lines that are not understood. */
export function isPossible({ reasons }: Warning): boolean {
  return reasons.every(({ kind }) => kind === 'may-contain' || kind === 'may-break' || kind === 'not-sure');
}

/** What the eaters should not have and only some brands of the dish contain: an answer about a brand can name it. */
export function possibleAllergensOf(warnings: readonly Warning[]): Allergen[] {
  const reasons = warnings.flatMap((warning) => warning.reasons);
  const diets = new Set(reasons.flatMap((reason) => (reason.kind === 'may-break' ? [reason.diet] : [])));
  const named = new Set(
    reasons.flatMap((reason) => (reason.kind === 'may-contain' ? [reason.allergen] : [])),
  );
  // Wheat has gluten.
  if (named.has('gluten')) diets.add('gluten-free');
  return ALLERGENS.filter((allergen) => {
    const diet = DIET_OF_ALLERGEN[allergen];
    return named.has(allergen) || (diet !== undefined && diets.has(diet));
  });
}

/**
 * Whether the eater surely gets what makes ill: then somebody who places the dish is asked. Everything else is a quiet
 * sign, because people stop reading questions that are mostly wrong (docs/decisions/0071-quiet-warnings.md).
 */
export function hasCertainAllergen({ reasons }: Warning): boolean {
  return reasons.some(
    (reason) =>
      reason.kind === 'contains' || (reason.kind === 'breaks' && DIETS_WITHOUT_TRACES.includes(reason.diet)),
  );
}

export function withNameStyle(warnings: readonly Warning[], style: NameStyle): Warning[] {
  return warnings.map((warning) => ({ ...warning, name: nameInStyle(warning.name, style) }));
}

export function nameInStyle(name: string, style: NameStyle): string {
  if (style === 'names') return name;
  return style === 'initials' ? initialOf(name) : '';
}

function initialOf(name: string): string {
  const [{ segment = '' } = {}] = new Intl.Segmenter().segment(name);
  return segment.toUpperCase();
}
