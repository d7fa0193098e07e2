/** The texts of a meal in a calendar, in the language of the link. */
import { dishesOf, type Dish, type Meal, mealName, type Slot } from '#domain/plan/plan.ts';
import { isCertain, type Warning } from '#domain/preferences/warnings.ts';
import type { Language } from '#languages/language.ts';
import type { MessageId, Translate } from '#languages/message-ids.ts';
import { translation } from '#languages/translate.ts';

const WARNING_SIGN = '⚠️';

export function calendarName(family: string, language: Language): string {
  return translation(language)('calendar.name', { family });
}

type RecipeFacts = { servings: number; totalMinutes: number };
export type MealInCalendar = {
  meal: Meal;
  slot: Slot;
  /** Of its dishes, by id. */
  recipes: ReadonlyMap<string, RecipeFacts>;
  /** Who gets something else, as sentences. Empty where the link does not show them, like the warnings. */
  variants: readonly string[];
  warnings: readonly Warning[];
};

/** `namesSlot`: whether the title says which meal it is, where the time does not. */
export function mealTitle(
  { meal, slot, warnings }: MealInCalendar,
  { language, namesSlot }: { language: Language; namesSlot: boolean },
): string {
  const sign = warnings.length > 0 ? `${WARNING_SIGN} ` : '';
  const slotName = namesSlot ? `${translation(language)(`calendar.slot.${slot}`)}: ` : '';
  return sign + slotName + mealName(meal);
}

/** One line for each fact, or for each dish if there are several. */
export function mealDescription(
  { meal, slot, recipes, variants, warnings }: MealInCalendar,
  language: Language,
): string {
  const t = translation(language);
  const dishes = dishesOf(meal).map((dish) => ({ dish, facts: factsOf(dish, meal, recipes, t) }));
  const lines = [
    t(`calendar.slot.${slot}`),
    ...(dishes.length === 1
      ? dishes.flatMap(({ facts }) => facts)
      : dishes.map(({ dish, facts }) => [dish.description, ...facts].join(' · '))),
    ...variants,
    ...warningLines(warnings, t),
  ];
  return lines.join('\n');
}

/** Leftovers and meals out take no time to cook. */
function factsOf(dish: Dish, meal: Meal, recipes: ReadonlyMap<string, RecipeFacts>, t: Translate): string[] {
  const recipe = dish.recipeId === undefined ? undefined : recipes.get(dish.recipeId);
  const isOut = meal.kind === 'eating-out';
  const servings = isOut ? undefined : (dish.servings ?? recipe?.servings);
  const minutes = isOut || dish.kind ? 0 : (recipe?.totalMinutes ?? 0);
  return [
    ...(dish.kind ? [t(`calendar.kind.${dish.kind}`)] : []),
    ...(minutes > 0 ? [t('calendar.minutes', { minutes })] : []),
    ...(servings === undefined ? [] : [t('calendar.servings', { servings })]),
  ];
}

/** Names as the family has chosen for displays; without names, it is not said who. */
function warningLines(warnings: readonly Warning[], t: Translate): string[] {
  const line = (some: readonly Warning[], notFor: MessageId, notForEveryone: MessageId): string[] => {
    return [...Map.groupBy(some, ({ dish }) => dish)].map(([dish, ofDish]) => {
      const names = [...new Set(ofDish.map(({ name }) => name))];
      const text = names.includes('') ? t(notForEveryone) : t(notFor, { names: names.join(', ') });
      return `${WARNING_SIGN} ${text}${dish === undefined ? '' : ` (${dish})`}`;
    });
  };
  const [certain, unsure] = [warnings.filter(isCertain), warnings.filter((warning) => !isCertain(warning))];
  return [
    ...line(certain, 'calendar.not-for', 'calendar.not-for-everyone'),
    ...line(unsure, 'calendar.perhaps-not-for', 'calendar.perhaps-not-for-everyone'),
  ];
}
