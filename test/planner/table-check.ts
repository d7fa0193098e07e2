/**
 * Who is at the table in a slot, and whether they can eat a recipe or its variant: for the checker, from the preferences and
 * the contents of the recipe, independently of the planner.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Contents, RecipeFacts } from './recipe-facts.ts';

type Eater = Preferences['eaters'][number];

const PORTIONS = { toddler: 0.5, child: 0.75, adult: 1, hungry: 1.5 };

export function eatersAt({ eaters, slotSettings }: Preferences, { day, slot }: Place): Eater[] {
  return eaters.filter(({ id }) => !slotSettings[day]?.[slot]?.away?.includes(id));
}

export function servingsAt(preferences: Preferences, place: Place): number {
  const { servings, guests = 0 } = preferences.slotSettings[place.day]?.[place.slot] ?? {};
  if (servings !== undefined) return servings;
  return preferences.eaters.length > 0 ? servingsFor(eatersAt(preferences, place), guests) : 4 + guests;
}

export function servingsFor(eaters: readonly Eater[], guests = 0): number {
  const portions = eaters.reduce((sum, { portion = 'adult' }) => sum + PORTIONS[portion], guests);
  return Math.max(1, Math.round(portions));
}

/** An eater has such a constraint, and the contents violate it, or may violate it. */
function violates<Asked>(
  asked: readonly Asked[],
  { isCertain }: Contents,
  has: (item: Asked) => boolean,
): boolean {
  return asked.length > 0 && (!isCertain || asked.some(has));
}

export function hasAllergen({ allergens }: Eater, contents: Contents): boolean {
  return violates(allergens, contents, (allergen) => contents.allergens.has(allergen));
}

export function breaksDiet({ diets }: Eater, contents: Contents): boolean {
  return violates(diets, contents, (diet) => contents.broken.has(diet));
}

/** Traces of it matter: allergens, and gluten and dairy for those who avoid them. */
function isHarmful(eater: Eater, contents: Contents): boolean {
  const diets = eater.diets.filter((diet) => diet === 'gluten-free' || diet === 'dairy-free');
  return hasAllergen(eater, contents) || breaksDiet({ ...eater, diets }, contents);
}

function hasNeverEaten({ dislikes }: Eater, contents: Contents): boolean {
  const never = dislikes.filter(({ isHard }) => isHard);
  return violates(never, contents, ({ foodId }) => contents.foodIds.has(foodId));
}

export function canEat(eater: Eater, contents: Contents): boolean {
  return !hasAllergen(eater, contents) && !breaksDiet(eater, contents) && !hasNeverEaten(eater, contents);
}

/** Why a table cannot eat a recipe; empty if everyone eats it, or some eat it and the others its variant. */
export function tableExclusions(eaters: readonly Eater[], facts: RecipeFacts): string[] {
  const others = eaters.filter((eater) => !canEat(eater, facts));
  const name = facts.recipe.id;
  if (others.length === 0) return [];
  const { variant } = facts;
  if (!variant) return others.map(({ id }) => `${name} is not for ${id}`);
  return [
    ...eaters.filter((eater) => isHarmful(eater, facts)).map(({ id }) => `${name} harms ${id}`),
    ...eaters
      .filter((eater) => isHarmful(eater, variant))
      .map(({ id }) => `the variant of ${name} harms ${id}`),
    ...others
      .filter((eater) => !canEat(eater, variant))
      .map(({ id }) => `no variant of ${name} is for ${id}`),
    ...(others.length === eaters.length ? [`nobody eats ${name} itself`] : []),
  ];
}
